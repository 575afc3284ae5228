import { parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { available } from '../features/listings/listing.decider.js';
import { hasEnded, issuesTokens, type PaymentState } from '../features/payments/payment.state.js';
import { loadListing, loadPayment } from '../features/payments/engine/streams.js';
import type { World } from './world.js';

/** A rule that the story broke. */
export class Broken extends Error {
  constructor(readonly rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.name = 'Broken';
  }
}

interface OnLedger {
  /** What the platform sent, and what a phone sent by itself. */
  principals: number;
  fees: number;
  ownPrincipals: number;
  ownFees: number;
  issuances: number;
  issued: bigint;
}

/** What the ledger itself says about each payment: by the hashes its attempts ever had, and by the issuance memo. */
function ledgerView(world: World, payments: readonly PaymentState[]): Map<string, OnLedger> {
  const view = new Map(payments.map(({ paymentId }) => [paymentId, { principals: 0, fees: 0, ownPrincipals: 0, ownFees: 0, issuances: 0, issued: 0n }]));
  for (const { hash, transaction, result } of world.ledger.applied.values()) {
    if (result !== 'tesSUCCESS' || transaction.TransactionType !== 'Payment') continue;
    if (transaction.Amount.currency === CURRENCY.token) {
      const memo = JSON.parse(Buffer.from(transaction.Memos[0].Memo.MemoData, 'hex').toString('utf8')) as { purchase: string; tokens: number };
      const seen = view.get(memo.purchase)!;
      seen.issuances++;
      seen.issued += BigInt(memo.tokens);
    } else {
      const asked = world.hashes.get(hash);
      if (!asked) continue;
      const seen = view.get(asked.paymentId)!;
      const own = world.walletApp.selfSent.has(hash);
      if (asked.leg === 'recipient') own ? seen.ownPrincipals++ : seen.principals++;
      else if (asked.leg === 'platform') own ? seen.ownFees++ : seen.fees++;
    }
  }
  return view;
}

/** What must hold after every step. */
export async function checkAlways(world: World): Promise<void> {
  const payments = await Promise.all(world.payments.map(async (id) => (await loadPayment(world.store, id)).state));
  const view = ledgerView(world, payments);
  for (const payment of payments) {
    const { principals, fees, ownPrincipals, ownFees, issuances, issued } = view.get(payment.paymentId)!;
    const paid = principals + ownPrincipals > 0;
    const who = payment.paymentId.slice(0, 8);
    if (principals + ownPrincipals > 1) throw new Broken('a principal is paid at most once', `${who} was paid ${principals} times, and ${ownPrincipals} times by the phone itself`);
    if (fees + ownFees > 1) throw new Broken('a fee is paid at most once', `${who}: ${fees} times, and ${ownFees} times by the phone itself`);
    if (issuances > 1) throw new Broken('tokens are issued at most once', `${who}: ${issuances} times`);
    if (fees > 0 && !paid) throw new Broken('nobody pays a fee for a payment that failed', `${who}`);
    if (issued > 0n && !paid) throw new Broken('tokens are issued for validated principals only', `${who}`);
    if (issued > 0n && issued !== BigInt(payment.tokens ?? 0)) throw new Broken('as many tokens are issued as were bought', `${who}: ${issued}`);
    if (payment.phase === 'completed' && !paid) throw new Broken('completed means that the principal is validated', who);
    if (payment.phase === 'completed' && issuesTokens(payment) && issuances !== 1) throw new Broken('completed means that the tokens are validated', who);
  }
  const { state: listing } = await loadListing(world.store, world.propertyId);
  if (available(listing) < 0 || listing.sold > listing.tokenCount) throw new Broken('reserved and sold tokens never exceed the count', `${listing.sold} sold, ${available(listing)} available`);
}

/** What must hold once nothing is under way any more. */
export async function checkQuiet(world: World): Promise<void> {
  await checkAlways(world);
  const { state: listing } = await loadListing(world.store, world.propertyId);
  let sold = 0;
  const held = new Map<string, bigint>();
  for (const id of world.payments) {
    const { state: payment } = await loadPayment(world.store, id);
    if (!hasEnded(payment)) throw new Broken('no payment is stuck', `${id} is ${payment.phase}, line ${payment.line}, legs ${JSON.stringify(Object.fromEntries(Object.entries(payment.legs).map(([leg, attempt]) => [leg, attempt.state])))}`);
    if (payment.phase === 'completed' && issuesTokens(payment)) {
      sold += payment.tokens!;
      held.set(payment.payer, (held.get(payment.payer) ?? 0n) + parseRlusd(payment.tokens!));
    }
    const principal = payment.legs.recipient?.hash;
    if (payment.phase !== 'completed' && principal && world.ledger.applied.get(principal)?.result === 'tesSUCCESS' && !payment.latePrincipal) {
      throw new Broken('nothing is paid for a failed payment without being noticed', id);
    }
  }
  if (sold !== listing.sold) throw new Broken('the register equals the completed purchases', `${listing.sold} sold, ${sold} completed`);
  if (listing.reserved.size > 0) throw new Broken('no reservation outlives its payment', JSON.stringify([...listing.reserved]));
  for (const person of world.people.keys()) {
    const onLedger = world.ledger.balance(person, CURRENCY.token);
    if (onLedger !== (held.get(person) ?? 0n)) throw new Broken('books equal ledger', `${person} holds ${onLedger}, the register says ${held.get(person) ?? 0n}`);
  }
}
