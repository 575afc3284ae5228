import type { PropertyRisk } from '@tknest/contracts/api';
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

/** A property's risk by the rules of `RISK`, from its rent, term, payments, holders and sale. */
export function riskOf(property: MarketProperty): RiskVerdict {
  const { paymentShare, purchases, instalments, late, unpaid, largest, sold } = property;
  const isLate = Object.values(unpaid).some((installment) => installment.late);
  const isKnown = paymentShare !== null && (purchases >= RISK.leastPurchases || instalments > 0);
  if (!isKnown) return { level: 'medium', score: null };
  const score =
    step(RISK.rent, paymentShare) +
    step(RISK.term, property.termMonths) +
    (isLate ? RISK.arrearsNow : 0) +
    Math.min(late, RISK.arrearsBefore.most) * RISK.arrearsBefore.points +
    (instalments >= RISK.punctual.instalments && late === 0 ? RISK.punctual.points : 0) +
    (sold > 0 ? step(RISK.concentration, bpsOf(largest, sold)) : 0) +
    speedOf(property);
  const level = score >= RISK.high ? 'high' : score >= RISK.medium ? 'medium' : 'low';
  return { level, score: Math.max(0, score) };
}

/** How quickly it sold, as of the day of its latest sale, so that no clock is needed. */
function speedOf({ sold, tokenCount, listedOn, lastSoldOn }: MarketProperty): number {
  if (!lastSoldOn) return 0;
  const [days, share] = [daysBetween(listedOn, lastSoldOn), bpsOf(sold, tokenCount)];
  if (days <= RISK.quick.days && share >= RISK.quick.sold) return RISK.quick.points;
  return days >= RISK.slow.days && share < RISK.slow.sold ? RISK.slow.points : 0;
}
