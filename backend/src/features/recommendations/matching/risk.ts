import type { PropertyRisk, RiskReason } from '@tknest/contracts/api';
import { divideHalfUp, tenths } from '@tknest/contracts/money';
import { RISK } from '@tknest/contracts/rules';
import type { MarketProperty } from '../read-models/market/market.entities.js';

export interface RiskVerdict {
  level: PropertyRisk;
  /** At least 0; null if too little is known. */
  score: number | null;
}

const DAY_MS = 86_400_000;
/** Whole days between two days of the business calendar. */
export const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));

/** Parts of a whole in basis points; 0 if there is no whole. */
export const bpsOf = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 10_000) : 0);

const step = (steps: readonly { to: number; points: number }[], value: number): number =>
  steps.find(({ to }) => value <= to)?.points ?? 0;

/** Whether enough is known to judge it. */
const isKnown = ({ paymentShare, purchases, instalments }: MarketProperty) =>
  paymentShare !== null && (purchases >= RISK.leastPurchases || instalments > 0);

/** A property's risk by the rules of `RISK`, from its rent, term, payments, holders and sale. */
export function riskOf(property: MarketProperty): RiskVerdict {
  if (!isKnown(property)) return { level: 'medium', score: null };
  const score = partsOf(property).reduce((sum, { points }) => sum + points, 0);
  const level = score >= RISK.high ? 'high' : score >= RISK.medium ? 'medium' : 'low';
  return { level, score: Math.max(0, score) };
}

const SHOWN = 4;
/** What weighs most in it; what identifies a holder is not said more precisely than on the property's page. */
export const riskReasonsOf = (property: MarketProperty): RiskReason[] =>
  isKnown(property)
    ? partsOf(property)
        .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
        .slice(0, SHOWN)
    : [{ words: 'Too little is known yet: few purchases, and no installment', points: RISK.medium }];

/** The points of each rule that applies, with its evidence. */
function partsOf(property: MarketProperty): RiskReason[] {
  const { paymentShare, termMonths, instalments, late, unpaid, largest, sold } = property;
  const isLate = Object.values(unpaid).some((installment) => installment.late);
  const alone = sold > 0 ? step(RISK.concentration, bpsOf(largest, sold)) : 0;
  const speed = speedOf(property);
  const parts: [applies: boolean, points: number, words: string][] = [
    [
      true,
      step(RISK.rent, paymentShare!),
      `The payment is ${tenths(divideHalfUp(BigInt(paymentShare!), 10n))}% of the rent; the limit is 30%`,
    ],
    [true, step(RISK.term, termMonths), `${termMonths} months until the last installment`],
    [isLate, RISK.arrearsNow, 'An installment is overdue'],
    [
      late > 0,
      Math.min(late, RISK.arrearsBefore.most) * RISK.arrearsBefore.points,
      `${late} of ${instalments} installments ${late === 1 ? 'was' : 'were'} late`,
    ],
    [
      instalments > 0 && late === 0,
      instalments >= RISK.punctual.instalments ? RISK.punctual.points : 0,
      instalments === 1 ? 'The first installment was on time' : `All ${instalments} installments were on time`,
    ],
    [alone > 0, alone, 'One holder has had half of the tokens or more'],
    [speed !== 0, speed, speed < 0 ? 'It sold quickly' : 'It sells slowly'],
  ];
  return parts.flatMap(([applies, points, words]) => (applies ? [{ words, points }] : []));
}

/** How quickly it sold, as of the day of its latest sale, so that no clock is needed. */
function speedOf({ sold, tokenCount, listedOn, lastSoldOn }: MarketProperty): number {
  if (!lastSoldOn) return 0;
  const [days, share] = [daysBetween(listedOn, lastSoldOn), bpsOf(sold, tokenCount)];
  if (days <= RISK.quick.days && share >= RISK.quick.sold) return RISK.quick.points;
  return days >= RISK.slow.days && share < RISK.slow.sold ? RISK.slow.points : 0;
}
