/**
 * Whether the platform collects a property's due installments from its landlord's deposit: by the landlord's autopay,
 * or by rent automation that an admin sets up. One excludes the other.
 */
import type { CollectionEvent } from '@tknest/contracts/events';
import { addDays, formatRlusd, parseRlusd, toDecimal, type Day, type Micro } from '@tknest/contracts/money';
import { FEES_BPS, LOAN } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { feeBpsOf, type LostCollection } from '#features/payouts/rules.public.js';
import type { Folded } from '#platform/event-store/folding.js';

const MAX_FEE_BPS = LOAN.automation.maxPlatformFee * 10_000;

export interface Automation {
  monthlyRentAmount: Micro;
  payoutDay: number;
  feeBps: number;
  feeFrom: Day;
  feeBpsBefore: number;
}

export interface CollectionState {
  autopay: boolean;
  automation: Automation | null;
  /** The fee of automation that was turned off: the same fee does not count as raised when it is turned on again. */
  endedFeeBps: number | null;
}

/** `isNext`: every repayment on an earlier ledger is received. */
export type OrderedLost = LostCollection & { isNext: boolean };

/** With what a restored log lost, whoever collected that; `onlyLost`: nothing else is collected. */
export type Collecting = CollectionState & { lost?: readonly OrderedLost[]; onlyLost?: boolean };

export const notCollected: CollectionState = { autopay: false, automation: null, endedFeeBps: null };

/** @throws Refused (409) while rent automation is set up */
export function setAutopay(
  { propertyId, enabled, today }: { propertyId: number; enabled: boolean; today: Day },
  state: CollectionState,
): CollectionEvent[] {
  if (enabled && state.automation)
    throw new Refused('conflict', 'Rent automation collects for this property. End it before you turn on autopay.');
  if (enabled === state.autopay) return [];
  return [{ type: 'AutopaySet', data: { propertyId, enabled, date: today } }];
}

export interface SetAutomation {
  propertyId: number;
  enabled: boolean;
  monthlyRentAmount: Micro;
  payoutDay: number;
  feeBps: number;
  today: Day;
  /** The loan's installment, or the largest possible one before the loan opens. */
  installment: Micro;
  /** While a loan is open, a raised fee applies only after the notice period. */
  loanIsOpen: boolean;
}

/** @throws Refused (409) while autopay is on, (400) if less would be collected than falls due */
export function setAutomation(command: SetAutomation, state: CollectionState): CollectionEvent[] {
  const { propertyId, enabled, monthlyRentAmount, payoutDay, feeBps, today, installment, loanIsOpen } = command;
  if (!enabled && !state.automation) return [];
  if (enabled && state.autopay)
    throw new Refused('conflict', 'Autopay collects for this property. The landlord must turn it off first.');
  if (enabled && monthlyRentAmount < installment)
    throw new Refused(
      'invalid',
      `monthlyRentAmount must be at least the installment of ${formatRlusd(installment)} RLUSD`,
      {
        errors: { monthlyRentAmount: [`The installment is ${formatRlusd(installment)} RLUSD`] },
      },
    );
  const current = state.automation ? feeOn(state.automation, today) : (state.endedFeeBps ?? feeBps);
  const raised = enabled && loanIsOpen && feeBps > current;
  const next: Automation = {
    monthlyRentAmount,
    payoutDay,
    feeBps,
    feeFrom: raised ? addDays(today, LOAN.feeNoticeDays) : today,
    feeBpsBefore: raised ? current : feeBps,
  };
  if (enabled && state.automation && sameTerms(next, state.automation)) return [];
  const data = { propertyId, enabled, ...next, monthlyRentAmount: toDecimal(monthlyRentAmount), date: today };
  return [{ type: 'RentAutomationSet', data }];
}

const sameTerms = (one: Automation, other: Automation) =>
  one.monthlyRentAmount === other.monthlyRentAmount && one.payoutDay === other.payoutDay && one.feeBps === other.feeBps;

/** The fee of rent automation on a day: a raised fee applies later. */
export const feeOn = ({ feeBps, feeFrom, feeBpsBefore }: Automation, today: Day): number =>
  today >= feeFrom ? feeBps : feeBpsBefore;

/** Who collects, and at which fee. */
export interface Collector {
  source: 'autopay' | 'automation';
  feeBps: bigint;
}

/** Who collects on a day; null if nobody does. */
export function collectorOn(state: CollectionState, today: Day): Collector | null {
  if (state.autopay) return { source: 'autopay', feeBps: FEES_BPS.autopay };
  const { automation } = state;
  return automation && { source: 'automation', feeBps: BigInt(feeOn(automation, today)) };
}

/** Who collected an installment that a restored log lost; null if that is not known, or not yet. */
export function lostCollector(lost: OrderedLost, amount: Micro, settings: Collector | null): Collector | null {
  if (!lost.isReady || !lost.isNext) return null;
  const feeBps = feeBpsOf(lost, amount);
  if (feeBps !== null) return { source: feeBps === FEES_BPS.autopay ? 'autopay' : 'automation', feeBps };
  return lost.isConfirmed ? (settings ?? { source: 'autopay', feeBps: FEES_BPS.autopay }) : null;
}

export function evolveCollection(state: CollectionState, event: CollectionEvent): CollectionState {
  if (event.type === 'AutopaySet') return { ...state, autopay: event.data.enabled };
  const { enabled, payoutDay, feeBps, feeFrom, feeBpsBefore, date } = event.data;
  // A worker may be asked for anything: no fee is above what an admin can set.
  if (![feeBps, feeBpsBefore].every((fee) => Number.isInteger(fee) && fee >= 0 && fee <= MAX_FEE_BPS)) return state;
  if (!enabled) return { ...state, automation: null, endedFeeBps: state.automation && feeOn(state.automation, date) };
  const monthlyRentAmount = parseRlusd(event.data.monthlyRentAmount);
  return {
    ...state,
    automation: { monthlyRentAmount, payoutDay, feeBps, feeFrom, feeBpsBefore },
    endedFeeBps: null,
  };
}

/** The stream and its fold. */
export const collectionFold = (propertyId: number): Folded<CollectionState, CollectionEvent> => ({
  stream: `collection-${propertyId}`,
  initialState: notCollected,
  evolve: evolveCollection,
});
