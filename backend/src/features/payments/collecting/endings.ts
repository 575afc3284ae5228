/** Carries out the decisions on how a payment ends, each in one commit. */
import { closing, opening, type OpenCase } from '#features/operations-cases/rules.public.js';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import type { Commit } from '#platform/event-store/commit-shared.js';
import type { BusinessDate, EscrowEvent, PaymentEvent } from '@tknest/contracts/events';
import { balanceOf, escrowFold } from '#features/payouts/rules.public.js';
import { recipeOf } from '../kinds/index.js';
import type { StatesOf, Writes } from '../kinds/recipe.js';
import { principalOf } from '../kinds/refund.js';
import * as decider from '../payment.decider.js';
import { isFeeOwedWith } from '../payment.evolve.js';
import { dueAfter, feeOwed, propertyOf, type Landed, type PaidPayment, type Payment } from '../payment.state.js';
import { feeTwiceCase, lateCase, paidTwiceCase, termsCase } from './cases.js';
import { commit, commitAll, loadPayment, note, together, writeTo, type LoadedPayment } from './commit.js';
import { mustWaitForTokens, wasIssuedBefore } from './issued-before.js';
import { deliveredCase } from './delivery.js';
import { TERMS_DIFFER } from './listing-objection.js';
import { isPrevented, pendingCollections } from './checks.js';
import type { Objection, PaymentPorts } from './ports.js';
import { voided } from './self-sent.js';

/** @returns false if the payment has changed in the meantime */
export async function endUnpaid(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  before: readonly PaymentEvent[],
  ending: decider.Unpaid,
): Promise<boolean> {
  const now = ports.clock.now();
  const decide = (states: StatesOf) => decider.endUnpaid(ending, before, now, states);
  return commitAll(ports, loaded, together(ports, loaded, decide));
}

/** What an ended payment reserved is released, because none of its signed principals can land any more. */
export const releaseHeld = (ports: PaymentPorts, loaded: LoadedPayment): Promise<boolean> =>
  commitAll(ports, loaded, together(ports, loaded, decider.releaseHeld));

/** Ends a payment before any money moved. */
export function refusal(ports: PaymentPorts, loaded: LoadedPayment, { code, message }: Objection): Commit {
  const failed = { type: 'PaymentFailed', data: { paymentId: loaded.state.paymentId, code, message } } as const;
  const now = ports.clock.now();
  const cases = async () => (code === TERMS_DIFFER ? opening(ports.store, termsCase(loaded.state)) : []);
  return together(ports, loaded, (states) => decider.endUnpaid(failed, [], now, states), cases);
}

/** @throws TryAgainLater if it waits for what reached the payout escrow, or was collected, before */
export async function complete(ports: PaymentPorts, loaded: LoadedPayment<PaidPayment>): Promise<void> {
  const { waitsForEscrow } = recipeOf(loaded.state);
  if (waitsForEscrow && !(await ports.isFollowed(loaded.state.principal.paidOn)))
    throw new TryAgainLater('What reached the payout escrow before the day of the repayment is not booked yet');
  const lost = waitsForEscrow ? await pendingCollections(ports.store, propertyOf(loaded.state)) : [];
  if (lost.some(({ ledgerIndex }) => ledgerIndex < loaded.state.principal.ledgerIndex))
    throw new TryAgainLater('An earlier collection that the log lost comes first');
  const now = ports.clock.now();
  const today = await ports.businessDate();
  const decide = (states: StatesOf<PaidPayment>) => decider.completePayment(now, today, states);
  const cases = async (states: StatesOf<PaidPayment>) =>
    decider.spentBefore(states) !== null
      ? lateAfterAll(ports, loaded.state)
      : [
          ...(await refundPaid(ports, loaded.state)),
          ...(await leftSuspense(ports, states, loaded.state.principal.hash, () => decide(states))),
          ...(await deliveredCase(ports, loaded.state)),
          ...(await settledCases(ports, states, today)),
        ];
  await commitAll(ports, loaded, together(ports, loaded, decide, cases));
}

/** A late principal turns out to have been spent: its case must not say that it counts. */
function lateAfterAll({ store }: PaymentPorts, { paymentId }: Payment) {
  const note = 'The money had been released before the payment was known, so it does not count as paid.';
  return closing(store, { kind: 'late-principal', subject: paymentId }, { resolution: 'corrected', note });
}

/** A refund is paid: the cases that asked for it are closed, unless a person has closed them before. */
async function refundPaid(ports: PaymentPorts, refund: PaidPayment) {
  if (!refund.refundOf) return [];
  const { state: original } = await loadPayment(ports, refund.refundOf);
  const paidBack = principalOf(original, refund.paymentId);
  // A late principal's case is named after the payment; a principal owed back after a wait, or paid twice, has a case
  // of its own.
  const { principal, owed } = original;
  const isLate = principal?.isLate && paidBack === principal.hash && paidBack !== owed?.hash;
  const subject = isLate || paidBack === null ? original.paymentId : paidBack;
  const { hash } = refund.principal;
  const note = `The landlord paid it back with payment ${refund.paymentId}, transaction ${hash}.`;
  return closing(ports.store, { kind: 'late-principal', subject }, { resolution: 'refunded', note });
}

/** It may have reached the escrow before its payment was known. */
async function leftSuspense(
  { store }: PaymentPorts,
  { payment, escrow }: StatesOf<Payment>,
  hash: string,
  writes: () => Writes,
) {
  if (!escrow || balanceOf(escrow, `suspense/${hash}`) === 0n) return [];
  const books = escrowFold.evolveAll!(escrow, (writes().escrow ?? []) as EscrowEvent[]);
  if (balanceOf(books, `suspense/${hash}`) !== 0n) return [];
  const note = `It belongs to payment ${payment.paymentId}.`;
  return closing(store, { kind: 'escrow-suspense', subject: hash }, { resolution: 'settled', note });
}

async function settledCases(ports: PaymentPorts, states: StatesOf<PaidPayment>, today: BusinessDate) {
  const { payment } = states;
  return openingAll(ports, recipeOf(payment).casesOfSettled?.(payment, states, today) ?? []);
}

const openingAll = async ({ store }: PaymentPorts, cases: readonly OpenCase[]) =>
  (await Promise.all(cases.map((one) => opening(store, one)))).flat();

/**
 * A principal that reached the ledger after its payment had ended. Tokens are issued if any are left; otherwise the
 * landlord is asked to refund it. Either way a case is opened. @throws TryAgainLater if the tokens may have been issued
 * in a period that a restored log lost
 */
export async function acceptLatePrincipal(ports: PaymentPorts, loaded: LoadedPayment, late: Landed): Promise<boolean> {
  const foundOn = await ports.businessDate();
  const principal = { ...late, paidOn: await ports.paidOn(late.ledgerIndex, null), foundOn };
  const isIssued = await wasIssuedBefore(ports, loaded.state.paymentId);
  const decide = (states: StatesOf) => {
    if (isIssued && decider.remedyOf(states) === 'refund') mustWaitForTokens(loaded.state.paymentId, states);
    return decider.acceptLatePrincipal(principal, states);
  };
  const opened = (states: StatesOf) =>
    opening(ports.store, lateCase(loaded.state, dueAfter(principal), decider.remedyOf(states)));
  return commitAll(ports, loaded, together(ports, loaded, decide, opened));
}

/** Records a principal or fee that was paid a second time, with a case, once. */
export async function acceptExtra(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  what: 'principal' | 'fee',
  extra: Landed,
): Promise<boolean> {
  const foundOn = await ports.businessDate();
  const events = decider.acceptExtra(what, extra, loaded.state, foundOn);
  if (events.length === 0) return true;
  if (what === 'principal' && (await keptExtra(ports, loaded, extra, events))) return true;
  const opened =
    what === 'principal'
      ? paidTwiceCase(loaded.state, dueAfter({ ...extra, foundOn }))
      : feeTwiceCase(loaded.state, extra.hash);
  const owed = what === 'principal' || isFeeOwedWith(events, loaded.state);
  const cases = owed ? await opening(ports.store, opened) : [];
  return (await commit(ports, loaded, [writeTo(loaded, events), ...cases])).done;
}

/**
 * Keeps a principal for the payer instead of having it refunded, if the recipe does so.
 * @returns false if it does not
 */
async function keptExtra(ports: PaymentPorts, loaded: LoadedPayment, extra: Landed, events: PaymentEvent[]) {
  const { again } = recipeOf(loaded.state);
  if (!again) return false;
  const today = await ports.businessDate();
  let keeps = true;
  const decide = (states: StatesOf) => {
    const writes = again(states.payment, extra, states, today);
    keeps = writes !== null;
    return writes ? { payment: events, ...writes } : {};
  };
  const cases = async (states: StatesOf) => [
    ...(await leftSuspense(ports, states, extra.hash, () => decide(states))),
    ...(await openingAll(ports, recipeOf(loaded.state).casesOfAgain?.(states.payment, extra, states) ?? [])),
  ];
  const kept = await commitAll(ports, loaded, together(ports, loaded, decide, cases));
  return keeps && kept;
}

/**
 * The fee is not collected any more, and is owed once the payment is complete. While the issuer of RLUSD or the fee
 * wallet's own state prevents it, it is asked for again instead. @returns true if something was recorded
 */
export async function giveUpFee(ports: PaymentPorts, loaded: LoadedPayment, reason: string): Promise<boolean> {
  const { paymentId, legs } = loaded.state;
  if (!(await isPrevented(ports, loaded.state)))
    return note(ports, loaded, { type: 'FeeLeftUnpaid', data: { paymentId, reason } });
  return legs.platform?.state === 'requested' && note(ports, loaded, voided(loaded.state, legs.platform, reason));
}

/** Two people decided that an unpaid fee is not owed; does nothing if it is not owed any more. */
export async function waiveFee(ports: PaymentPorts, paymentId: string): Promise<void> {
  for (let done = false; !done;) {
    const loaded = await loadPayment(ports, paymentId);
    done = !feeOwed(loaded.state) || (await note(ports, loaded, { type: 'FeeWaived', data: { paymentId } }));
  }
}
