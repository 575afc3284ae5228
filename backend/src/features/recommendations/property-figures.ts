import type { OwnPropertyFigures, PropertyPerformance } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { bpsOf, daysBetween, riskOf } from './matching/risk.js';
import type { MarketProperty } from './read-models/market/market.entities.js';

/** Basis points as a percentage: 68.8. */
export const percentOf = (bps: number): number => Math.round(bps / 10) / 10;

/** REQ-2.3.5: expected ROI is the annual percentage rate. A part of a token's monthly payment is repaid principal. */
export const performanceOf = (row: MarketProperty): PropertyPerformance => ({
  id: row.propertyId,
  name: row.name,
  tokenPrice: toNumber(parseRlusd(row.tokenPrice)),
  monthlyRent: toNumber(parseRlusd(row.monthlyRent)),
  fundingRate: percentOf(bpsOf(row.sold, row.tokenCount)),
  expectedROI: Number(row.annualRate),
  riskLevel: riskOf(row).level,
  tokensSold: row.sold,
  tokenCount: row.tokenCount,
  status: row.status,
});

export const ownFiguresOf = (row: MarketProperty): OwnPropertyFigures => ({
  ...performanceOf(row),
  hidden: row.hidden,
  holders: row.holders,
  sellingDays: row.firstSoldOn && row.lastSoldOn ? daysBetween(row.firstSoldOn, row.lastSoldOn) : null,
  paymentShare: row.paymentShare === null ? null : percentOf(row.paymentShare),
});
