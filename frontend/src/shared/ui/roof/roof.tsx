import type { TermsVerdict } from '@tknest/contracts/money';
import type { ReactNode } from 'react';
import { BEYOND, LEFT, LIMIT, MOST, onRoof, RIDGE, RIGHT } from './geometry';
import './roof.css';

/**
 * The 30 % rule as a roof: the payment climbs the left slope, the ridge is the limit, beyond it the payment tips over.
 */
export function Roof({
  terms,
  payment,
  cap,
}: {
  terms: Pick<TermsVerdict, 'percentOfRent' | 'verdict'>;
  payment: string;
  cap: string;
}) {
  const share = Number(terms.percentOfRent);
  const over = terms.verdict !== 'fits';
  const mark = onRoof(share);
  const line = (from: { x: number; y: number }, to: { x: number; y: number }) => `M${from.x} ${from.y}L${to.x} ${to.y}`;
  return (
    <svg
      className="roof"
      viewBox="0 0 360 236"
      role="meter"
      aria-label="Monthly payment as a share of rent"
      aria-valuemin={0}
      aria-valuemax={MOST}
      aria-valuenow={Math.min(share, MOST)}
      aria-valuetext={`${terms.percentOfRent} percent of monthly rent, limit 30 percent`}
    >
      <path d="M60 116 180 38 300 116V216H60z" fill={over ? 'var(--bad-soft)' : 'var(--pri-soft)'} opacity={0.55} />
      <path d="M10 216H350" stroke="var(--line2)" strokeWidth={2} />
      <g strokeWidth={12} strokeLinecap="round">
        {/* An edge that is seen without telling colors apart. */}
        <path d={`${line(LEFT, RIDGE)}L${RIGHT.x} ${RIGHT.y}`} fill="none" stroke="var(--edge)" strokeWidth={14} />
        <path d={line(LEFT, RIDGE)} stroke="var(--off-soft)" />
        <path d={line(RIDGE, RIGHT)} stroke="var(--bad-soft)" />
        <path d={line(LEFT, share <= LIMIT ? mark : RIDGE)} stroke="var(--pri)" />
        {share > LIMIT && <path d={line(RIDGE, mark)} stroke="var(--bad)" />}
      </g>
      <path d={`M${RIDGE.x} 20V${RIDGE.y - 8}`} stroke="var(--line2)" strokeWidth={1.5} />
      <circle
        className="roof-mark"
        r={10}
        fill="var(--surface)"
        stroke={over ? 'var(--bad)' : 'var(--pri)'}
        strokeWidth={5}
        style={{ transform: `translate(${mark.x}px, ${mark.y}px)` }}
      />
      <g textAnchor="middle">
        <text className="roof-small" x={RIDGE.x} y={14} fontWeight={600} fill="var(--text)">
          30% limit · {cap} RLUSD
        </text>
        <text className="roof-small" x={LEFT.x} y={170} fill="var(--dim)">
          0%
        </text>
        <text className="roof-small" x={RIGHT.x} y={170} fill="var(--dim)">
          {share > MOST ? BEYOND : `${MOST}%`}
        </text>
        <text className="roof-percent" x={RIDGE.x} y={150} fill={over ? 'var(--bad)' : 'var(--text)'}>
          {terms.percentOfRent}%
        </text>
        <text className="roof-small" x={RIDGE.x} y={171} fill="var(--dim)">
          of monthly rent
        </text>
        <text className="roof-payment" x={RIDGE.x} y={198} fill="var(--text)">
          {payment} RLUSD a month
        </text>
      </g>
    </svg>
  );
}

/** The figures under the roof, each by its name. */
export function RuleFigures({ of }: { of: Record<string, ReactNode> }) {
  return (
    <dl className="rule-figures">
      {Object.entries(of).map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
