import type { Leg, PaymentEvent, PlatformAccountEvent } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { findPayment } from '#features/payments/collecting/commit.js';
import type { Payment } from '#features/payments/payment.state.js';
import { readMark } from '#features/payments/payment-mark.js';
import { judgeAccountTransaction } from '#features/reconciliation/judge/account-transaction.js';
import { judgeClaim } from '#features/reconciliation/judge/claim.js';
import { judgePrincipal, type PrincipalOf } from '#features/reconciliation/judge/principal.js';
import type { LedgerTransaction } from '#features/reconciliation/judge/verdict.js';
import { START } from '#platform/event-store/event-store.js';
import { Broken } from '../broken.js';
import type { PurchaseWorld } from './purchase-world.js';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Applies reconciliation's own rules, in both directions, to the simulated ledger: the issuer signed nothing that the
 * log does not know; every validated principal belongs to a payment that knows it, immediately or later; the
 * transactions that completed payments claim are on the ledger. Transactions that a phone signed differently and sent
 * by itself may be found: that is the purpose of reconciliation.
 */
export async function checkReconciled(world: PurchaseWorld): Promise<void> {
  const { issuer, owner, feeWallet, rlusdIssuer } = world.accounts;
  const { journaled, payments, candidates } = await readBooks(world);
  for (const transaction of transactionsOf(world)) {
    const { hash, tx } = transaction;
    const known = journaled.get(hash);
    if (tx.Account === issuer) {
      const verdict = judgeAccountTransaction(
        { name: 'issuer', address: issuer, funders: NOBODY },
        transaction,
        known === null ? { leg: null } : known && { leg: known.leg, payment: payments.get(known.paymentId)! },
      );
      if (verdict.is !== 'matched')
        throw new Broken('the issuer signs nothing that is not in the log', `${hash}: ${JSON.stringify(verdict)}`);
    }
    if ((tx.Destination !== owner && tx.Destination !== feeWallet) || transaction.result !== 'tesSUCCESS') continue;
    const verdict = judgePrincipal(
      transaction,
      candidates,
      rlusdIssuer,
      readMark(transaction, world.seal, rlusdIssuer),
    );
    const phonesDoing = !known && world.walletApp.selfSent.has(hash);
    const isFee = tx.Destination === feeWallet && verdict.is === 'foreign';
    if (verdict.is !== 'matched' && !isFee && !phonesDoing)
      throw new Broken('every principal that landed is noticed by its payment', `${hash} is ${verdict.is}`);
  }
  for (const payment of payments.values()) checkClaim(world, payment, journaled);
}

/** Principals that the log does not record as such; reconciliation finds them by their marks. */
export async function principalsFound(world: PurchaseWorld) {
  const { candidates } = await readBooks(world);
  const { owner, feeWallet, rlusdIssuer } = world.accounts;
  return transactionsOf(world)
    .filter(({ tx, result }) => (tx.Destination === owner || tx.Destination === feeWallet) && result === 'tesSUCCESS')
    .map((one) => ({
      hash: one.hash,
      ledgerIndex: one.ledgerIndex,
      payer: one.tx.Account as string,
      verdict: judgePrincipal(one, candidates, rlusdIssuer, readMark(one, world.seal, rlusdIssuer)),
    }));
}

async function readBooks(world: PurchaseWorld) {
  const { journaled, asked } = await readJournal(world);
  const payments = new Map<string, Payment>();
  for (const id of world.payments) {
    const { state } = await findPayment(world, id);
    if (state.phase !== 'none') payments.set(id, state);
  }
  const candidates = [...payments.values()].map((payment): PrincipalOf => ({
    payment,
    asked: asked.get(payment.paymentId) ?? [],
    signed: new Set(
      [...journaled]
        .filter(([, known]) => known?.paymentId === payment.paymentId && known.leg === 'recipient')
        .map(([hash]) => hash),
    ),
  }));
  return { journaled, payments, candidates };
}

/** A completed payment's principal is on the ledger. */
function checkClaim(world: PurchaseWorld, payment: Payment, journaled: Journal): void {
  const { paymentId, propertyId, payer: from, payee: to, amount: value, memo } = payment;
  if (payment.phase !== 'completed') return;
  const { hash, ledgerIndex } = payment.principal;
  const claim = {
    paymentId,
    propertyId,
    leg: 'recipient' as const,
    hash,
    ledgerIndex,
    from,
    to,
    currency: CURRENCY.rlusd,
    issuer: world.accounts.rlusdIssuer,
    value,
    memo,
  };
  const verdict = judgeClaim(
    claim,
    journaled.get(hash) ?? undefined,
    transactionsOf(world).find((one) => one.hash === hash) ?? null,
  );
  if (verdict.is !== 'matched')
    throw new Broken('what the log calls settled is on the ledger', `${paymentId}: ${JSON.stringify(verdict)}`);
}

function transactionsOf(world: PurchaseWorld): LedgerTransaction[] {
  return [...world.ledger.applied.values()].map(({ hash, ledgerIndex, result, transaction }) => ({
    hash,
    ledgerIndex,
    result,
    tx: transaction,
    meta: { AffectedNodes: [] },
    delivered: transaction.Amount ?? null,
  }));
}

/** Hashes in the log, each with its purpose; null: a transaction of a platform account itself. */
type Journal = Map<string, { paymentId: string; leg: Leg } | null>;

/** The hashes in the log itself, each with its purpose, and the principals that payers were asked to sign. */
async function readJournal(
  world: PurchaseWorld,
): Promise<{ journaled: Journal; asked: Map<string, Record<string, any>[]> }> {
  const journaled: Journal = new Map();
  const asked = new Map<string, Record<string, any>[]>();
  for (let after = START; ;) {
    const page = await world.store.readAll(after, {
      limit: 1_000,
      filter: {
        types: [
          'LegPrepared',
          'LegSigned',
          'LateSignatureRecorded',
          'LatePrincipalFound',
          'AccountTransactionsBegun',
          'UnknownTransactionSettled',
        ],
      },
    });
    for (const { type, data } of page.events as unknown as (PaymentEvent | PlatformAccountEvent)[]) {
      if (type === 'UnknownTransactionSettled' && data.hash) journaled.set(data.hash, null);
      else if (type === 'AccountTransactionsBegun') for (const { hash } of data.transactions) journaled.set(hash, null);
      if (type === 'LegPrepared') {
        if (data.leg === 'recipient')
          asked.set(data.paymentId, [...(asked.get(data.paymentId) ?? []), data.transaction]);
      } else if (type === 'LatePrincipalFound')
        journaled.set(data.hash, { paymentId: data.paymentId, leg: 'recipient' });
      else if (type === 'LegSigned' || type === 'LateSignatureRecorded') journaled.set(data.hash, data);
    }
    if (page.end) return { journaled, asked };
    after = page.next;
  }
}
