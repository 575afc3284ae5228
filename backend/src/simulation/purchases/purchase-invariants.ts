import { parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { available, loadListing } from '#features/listings/rules.public.js';
import { findPayment } from '#features/payments/collecting/commit.js';
import { issuesTokens } from '#features/payments/kinds/index.js';
import { payerFold } from '#features/payments/payer.decider.js';
import {
  feeOwed,
  feesOwedBack,
  hasEnded,
  hasFee,
  type Payment,
  type PaymentState,
} from '#features/payments/payment.state.js';
import { load } from '#platform/event-store/folding.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { Broken } from '../broken.js';
import { canBePaid } from './hostile.js';
import { checkReconciled } from './reconciled.js';
import type { PurchaseWorld } from './purchase-world.js';

interface OnLedger {
  /** Transactions that the platform sent, and those that a phone sent by itself. */
  principals: number;
  fees: number;
  ownPrincipals: number;
  ownFees: number;
  issuances: number;
  issued: bigint;
}

/** What the ledger itself shows for each payment: by the hashes of all its attempts, and by the issuance memo. */
function ledgerView(world: PurchaseWorld, payments: readonly { paymentId: string }[]): Map<string, OnLedger> {
  const view = new Map(
    payments.map(({ paymentId }) => [
      paymentId,
      { principals: 0, fees: 0, ownPrincipals: 0, ownFees: 0, issuances: 0, issued: 0n },
    ]),
  );
  for (const { hash, transaction, result } of world.ledger.applied.values()) {
    if (result !== 'tesSUCCESS' || transaction.TransactionType !== 'Payment') continue;
    if (transaction.Amount.currency === CURRENCY.token) {
      const memo = JSON.parse(Buffer.from(transaction.Memos[0].Memo.MemoData, 'hex').toString('utf8')) as {
        purchase: string;
        tokens: number;
      };
      const seen = view.get(memo.purchase)!;
      seen.issuances++;
      seen.issued += BigInt(memo.tokens);
    } else {
      const asked = world.hashes.get(hash);
      if (!asked) continue;
      const seen = view.get(asked.paymentId)!;
      const own = world.walletApp.selfSent.has(hash);
      if (asked.leg === 'recipient') seen[own ? 'ownPrincipals' : 'principals']++;
      else if (asked.leg === 'platform') seen[own ? 'ownFees' : 'fees']++;
    }
  }
  return view;
}

/** Invariants after every step. */
export async function checkAlways(world: PurchaseWorld): Promise<void> {
  const payments = await Promise.all(
    // A payment that a restored log has lost has no id of its own.
    world.payments.map(async (paymentId) => ({ ...(await findPayment(world, paymentId)).state, paymentId })),
  );
  const view = ledgerView(world, payments);
  for (const payment of payments) {
    const { principals, fees, ownPrincipals, issuances, issued } = view.get(payment.paymentId)!;
    const paid = principals + ownPrincipals > 0;
    const who = payment.paymentId.slice(0, 8);
    if (principals + ownPrincipals > 1)
      throw new Broken(
        'a principal is paid at most once',
        `${who} was paid ${principals} times, and ${ownPrincipals} times by the phone itself`,
      );
    // The platform cannot stop a phone that sends a fee blob by itself after the platform gave up its sequence number,
    // so only the blobs sent by the platform count.
    if (fees > 1) throw new Broken('a fee is paid at most once', `${who}: ${fees} times`);
    if (issuances > 1) throw new Broken('tokens are issued at most once', `${who}: ${issuances} times`);
    if (fees > 0 && !paid) throw new Broken('nobody pays a fee for a payment that failed', `${who}`);
    if (issued > 0n && !paid) throw new Broken('tokens are issued for validated principals only', `${who}`);
    if (issued > 0n && issued !== BigInt(world.tokens.get(payment.paymentId)!))
      throw new Broken('as many tokens are issued as were bought', `${who}: ${issued}`);
    if (payment.phase === 'completed' && !paid)
      throw new Broken('completed means that the principal is validated', who);
    if (payment.phase === 'completed' && issuesTokens(payment) && issuances !== 1)
      throw new Broken('completed means that the tokens are validated', who);
  }
  const listing = await loadListing(world.store, world.propertyId);
  if (available(listing) < 0 || listing.sold > listing.tokenCount)
    throw new Broken(
      'reserved and sold tokens never exceed the count',
      `${listing.sold} sold, ${available(listing)} available`,
    );
  for (const payment of payments)
    if (couldLand(world, payment) && !listing.reserved.has(payment.paymentId))
      throw new Broken('what could still be paid stays reserved', payment.paymentId);
  const issued = [...view.values()].reduce((sum, one) => sum + one.issued, 0n);
  if (issued > BigInt(listing.tokenCount))
    throw new Broken('a property is never oversold', `${issued} issued of ${listing.tokenCount}`);
}

/** Whether the ledger could still include a principal that was signed before its purchase ended unpaid. */
function couldLand(world: PurchaseWorld, payment: PaymentState): boolean {
  if (payment.phase === 'none' || !hasEnded(payment) || payment.principal || !issuesTokens(payment)) return false;
  const { recipient } = payment.legs;
  const isNext = recipient?.sequence === world.ledger.accounts.get(payment.payer)?.sequence;
  return recipient?.state === 'signed' && isNext && recipient.lastLedgerSequence > world.ledger.index;
}

/** Invariants once nothing is in progress any more. */
export async function checkQuiet(world: PurchaseWorld): Promise<void> {
  await checkAlways(world);
  const listing = await loadListing(world.store, world.propertyId);
  let sold = 0;
  const held = new Map<string, bigint>();
  for (const id of world.payments) {
    const { state: payment } = await findPayment(world, id);
    // A payment that the log has lost and that moved no money; a missing principal would be noticed below.
    if (payment.phase === 'none') continue;
    if (!hasEnded(payment))
      throw new Broken(
        'no payment is stuck',
        `${id} is ${payment.phase}, line ${payment.line}, legs ${JSON.stringify(Object.fromEntries(Object.entries(payment.legs).map(([leg, attempt]) => [leg, attempt.state])))}`,
      );
    if (payment.phase === 'completed' && issuesTokens(payment)) {
      sold += payment.tokens!;
      held.set(payment.payer, (held.get(payment.payer) ?? 0n) + parseRlusd(payment.tokens!));
    }
  }
  await checkReconciled(world);
  await checkTickets(world);
  await checkFees(world, await Promise.all(world.payments.map(async (id) => (await findPayment(world, id)).state)));
  if (sold !== listing.sold)
    throw new Broken('the register equals the completed purchases', `${listing.sold} sold, ${sold} completed`);
  if (listing.reserved.size > 0)
    throw new Broken('no reservation outlives its payment', JSON.stringify([...listing.reserved]));
  for (const person of world.people.keys()) {
    const onLedger = world.ledger.balance(person, CURRENCY.token);
    if (onLedger !== (held.get(person) ?? 0n))
      throw new Broken(
        'books equal ledger',
        `${person} holds ${onLedger}, the register says ${held.get(person) ?? 0n}`,
      );
  }
}

/** Fees that reached the fee wallet, no matter who sent them. */
export const feesOnLedger = (world: PurchaseWorld) =>
  [...world.ledger.applied.values()].filter(
    ({ hash, result }) => result === 'tesSUCCESS' && world.hashes.get(hash)?.leg === 'platform',
  );

/** The platform keeps at most one fee of each settled payment, and none of any other; the rest went back, once. */
async function checkFees(world: PurchaseWorld, payments: readonly PaymentState[]): Promise<void> {
  for (const payment of payments) {
    if (payment.phase === 'none') continue;
    const mine = (leg: string) =>
      [...world.ledger.applied.values()].filter(
        ({ hash, result }) =>
          result === 'tesSUCCESS' &&
          world.hashes.get(hash)?.paymentId === payment.paymentId &&
          world.hashes.get(hash)?.leg === leg,
      ).length;
    const paidLater = payments.flatMap((one) =>
      one.phase !== 'none' && one.feeOf === payment.paymentId && one.principal ? [one.principal] : [],
    );
    const kept = mine('platform') + paidLater.length - mine('fee-refund');
    const most = payment.phase === 'completed' || payment.owed?.feeKept ? 1 : 0;
    await checkOwed(world, payment, kept);
    // A refund that the wallet cannot receive waits for it.
    if (!canBePaid(world, payment.payer)) continue;
    if (kept < 0 || kept > most || feesOwedBack(payment).length > 0)
      throw new Broken('a fee is kept once, and none for a payment that failed', `${payment.paymentId}: ${kept} kept`);
    for (const { fee } of payment.feesSentBack) {
      const { state } = await load(world.store, caseFold(`fee-paid-twice-${fee}`));
      if (state.status !== 'resolved')
        throw new Broken('a fee that is owed back has a case, closed when it is sent', `${fee}: ${state.status}`);
    }
  }
}

/** The fee of a completed payment is kept or owed; what is owed stops its payer, and has a case. */
async function checkOwed(world: PurchaseWorld, payment: Payment, kept: number): Promise<void> {
  const { paymentId, payer, phase } = payment;
  const owes = feeOwed(payment);
  if (phase === 'completed' && hasFee(payment) && kept === 0 && !owes)
    throw new Broken('the fee of a completed payment is kept or owed', paymentId);
  const { state } = await load(world.store, payerFold(payer));
  const found = await load(world.store, caseFold(`fee-owed-${paymentId}`));
  if (state.feesOwed.has(paymentId) !== owes || (found.state.status === 'open') !== owes)
    throw new Broken('an owed fee stops its payer, and has a case', `${paymentId}: ${owes}, ${found.state.status}`);
}

/**
 * Once nothing is in progress, every ticket on the ledger is free: none is still assigned, and none counts as free
 * although it was used.
 */
async function checkTickets(world: PurchaseWorld): Promise<void> {
  const { state } = await load(world.store, accountFold('issuer'));
  const held = [...(world.ledger.tickets.get(world.accounts.issuer) ?? [])].sort((a, b) => a - b);
  if (state.assigned.size > 0)
    throw new Broken('no ticket is assigned and forgotten', JSON.stringify([...state.assigned]));
  if (JSON.stringify(held) !== JSON.stringify(state.free))
    throw new Broken('free tickets are those that the ledger holds', `${state.free.join()} / ${held.join()}`);
}
