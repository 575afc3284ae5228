import type { LiveTerms } from '../use-listing-form';

const LEFT = { x: 20, y: 142 };
const RIDGE = { x: 180, y: 38 };
const RIGHT = { x: 340, y: 142 };
const LIMIT = 30;
const MOST = 60;

/** Where a share of the rent stands on the roof: 0 % at the left eave, 30 % at the ridge, 60 % at the right eave. */
function pointAt(share: number): { x: number; y: number } {
  const clamped = Math.min(Math.max(share, 0), MOST);
  const [from, to, t] = clamped <= LIMIT ? [LEFT, RIDGE, clamped / LIMIT] : [RIDGE, RIGHT, (clamped - LIMIT) / LIMIT];
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

/** The 30 % rule as a roof: the payment climbs the left slope, the ridge is the limit, beyond it the payment tips over. */
export function Roof({ terms, payment }: { terms: LiveTerms; payment: string }) {
  const share = Number(terms.percentOfRent);
  const over = terms.verdict !== 'fits';
  const mark = pointAt(share);
  const colour = over ? 'var(--bad)' : 'var(--pri)';
  return (
    <svg viewBox="0 0 360 236" role="meter" aria-label="Monthly payment as a share of rent" aria-valuemin={0} aria-valuemax={MOST} aria-valuenow={Math.min(share, MOST)} aria-valuetext={`${terms.percentOfRent} percent of monthly rent, limit 30 percent`} style={{ width: '100%' }}>
      <path d="M60 136 180 58 300 136V216H60z" fill={over ? 'var(--bad-soft)' : 'var(--pri-soft)'} opacity={0.55} />
      <path d="M8 216H352" stroke="var(--line2)" strokeWidth={2} />
      <path d={`M${LEFT.x} ${LEFT.y}L${RIDGE.x} ${RIDGE.y}`} stroke="var(--off-soft)" strokeWidth={12} strokeLinecap="round" />
      <path d={`M${RIDGE.x} ${RIDGE.y}L${RIGHT.x} ${RIGHT.y}`} stroke="var(--bad-soft)" strokeWidth={12} strokeLinecap="round" />
      <path d={`M${LEFT.x} ${LEFT.y}L${share <= LIMIT ? `${mark.x} ${mark.y}` : `${RIDGE.x} ${RIDGE.y}`}`} stroke={share <= LIMIT ? colour : 'var(--pri)'} strokeWidth={12} strokeLinecap="round" />
      {share > LIMIT && <path d={`M${RIDGE.x} ${RIDGE.y}L${mark.x} ${mark.y}`} stroke="var(--bad)" strokeWidth={12} strokeLinecap="round" />}
      <circle cx={mark.x} cy={mark.y} r={10} fill="var(--surface)" stroke={colour} strokeWidth={5} />
      <text x={180} y={18} textAnchor="middle" fontSize={13} fontWeight={600} fill="var(--text)">30% limit</text>
      <text x={16} y={170} fontSize={13} fill="var(--dim)">0%</text>
      <text x={320} y={170} fontSize={13} fill="var(--dim)">60%</text>
      <text x={180} y={142} textAnchor="middle" fontSize={46} fontWeight={600} fill={over ? 'var(--bad)' : 'var(--text)'} fontFamily="var(--font-display)">{terms.percentOfRent}%</text>
      <text x={180} y={166} textAnchor="middle" fontSize={14} fill="var(--dim)">of monthly rent</text>
      <text x={180} y={196} textAnchor="middle" fontSize={15} fontWeight={600} fill="var(--text)">{payment} RLUSD a month</text>
    </svg>
  );
}
