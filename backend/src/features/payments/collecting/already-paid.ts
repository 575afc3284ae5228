/**
 * Finds legs of this payment that the payer's account shows already, by their mark: a log restored from a backup would
 * otherwise ask for them again.
 */
import type { Leg, PaymentEvent, BusinessDate } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { mostLedgersIn } from '#platform/ledger/submissions/lifetime.js';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import { closing } from '#features/operations-cases/rules.public.js';
import { readMark, type MarkedLeg } from '../payment-mark.js';
import { feesPaid, identifierOf, type Payment } from '../payment.state.js';
import { commit, writeTo, type LoadedPayment } from './commit.js';
import type { PaymentPorts } from './ports.js';
import { voided } from './self-sent.js';

/** A margin, because clocks of instances and network differ, and a ledger may just have closed. */
const SLACK_MS = 60_000;

/**
 * Events for those of these legs that are on the ledger, whichever attempt it was; empty if none is.
 * @throws LedgerUnavailable
 */
export async function alreadyPaid(
  ports: PaymentPorts,
  payment: Payment,
  legs: readonly Leg[],
): Promise<PaymentEvent[]> {
  const { paymentId } = payment;
  const until = await ports.ledger.validatedIndex();
  // Does not use the recent pace of ledgers: it is not known yet after a start, and a restored payment may be days old.
  const age = Math.max(ports.clock.now().getTime() - payment.startedAt.getTime(), 0);
  const from = until - mostLedgersIn(age + SLACK_MS, ports.settings.pace);
  const found: Partial<Record<MarkedLeg, PaymentEvent[]>> = {};
  for await (const landed of ports.ledger.history(payment.payer, Math.max(from, 1), until)) {
    const mark = landed.result === 'tesSUCCESS' ? readMark(landed, ports.seal, ports.settings.rlusdIssuer) : null;
    if (mark?.paymentId !== paymentId || !legs.includes(mark.leg)) continue;
    // A principal that was already refunded is a different one. If there are two, reconciliation finds the second.
    if (found[mark.leg] || feesPaid(payment).includes(landed.hash)) continue;
    found[mark.leg] = await asAsked(ports, payment, mark.leg, landed);
  }
  const { recipient = [], platform = [] } = found;
  // A fee without a principal was sent by the payer alone.
  return payment.phase === 'open' && recipient.length === 0 ? [] : [...recipient, ...platform];
}

/** Records what is found to be paid, and closes the cases that asked what it was. @returns false after a conflict */
export async function noteLanded(ports: PaymentPorts, payment: LoadedPayment, facts: PaymentEvent[]): Promise<boolean> {
  const writes = [writeTo(payment, facts)];
  for (const { type, data } of facts)
    if (type === 'LegValidated') writes.push(...(await explaining(ports, data.paymentId, data.hash)));
  return (await commit(ports, payment, writes)).done;
}

/** Closes the cases about a transaction that only the restored log did not know. */
export async function explaining(
  { store }: Pick<PaymentPorts, 'store'>,
  paymentId: string,
  subject: string,
): Promise<StreamWrite[]> {
  const note = `It belongs to payment ${paymentId}, and is in the event log again.`;
  const closed = (['unknown-ledger-payment', 'books-differ'] as const).map((kind) =>
    closing(store, { kind, subject }, { resolution: 'corrected', note }),
  );
  return (await Promise.all(closed)).flat();
}

async function asAsked(
  ports: PaymentPorts,
  payment: Payment,
  leg: MarkedLeg,
  landed: LedgerTransaction,
): Promise<PaymentEvent[]> {
  const before = payment.legs[leg];
  const isInPlay = before && before.state !== 'validated' && before.state !== 'void' && before.state !== 'failed';
  return [
    ...(isInPlay ? [voided(payment, before, 'it arrived under another signature')] : []),
    ...landedFacts(
      payment,
      leg,
      (before?.attempt ?? 0) + 1,
      landed,
      await ports.paidOn(landed.ledgerIndex, before?.signedOn ?? null),
    ),
  ];
}

/** The events of a leg that was never journaled, from its request to its ledger. */
export function landedFacts(
  { paymentId, amount, platformFee }: Pick<Payment, 'paymentId' | 'amount' | 'platformFee'>,
  leg: MarkedLeg,
  attempt: number,
  { hash, tx, ledgerIndex, result }: Pick<LedgerTransaction, 'hash' | 'tx' | 'ledgerIndex' | 'result'>,
  paidOn: BusinessDate,
): PaymentEvent[] {
  const at = { paymentId, leg, attempt };
  const paid = leg === 'recipient' ? { delivered: toDecimal(amount), paidOn } : { delivered: toDecimal(platformFee) };
  const { Sequence: sequence, LastLedgerSequence: lastLedgerSequence } = tx as Record<string, number>;
  const life = { sequence: sequence!, lastLedgerSequence: lastLedgerSequence! };
  const before = ledgerIndex - 1;
  const identifier = identifierOf(paymentId, leg, attempt);
  return [
    { type: 'LegPrepared', data: { ...at, ...life, identifier, transaction: tx, ledgerIndex: before } },
    // The transaction is already on the ledger and is never sent again, so its blob is not kept.
    { type: 'LegSigned', data: { ...at, ...life, hash, ticket: null, blobItem: '' } },
    { type: 'PaymentSubmitted', data: { ...at, ...life, hash, ticket: null, ledgerIndex: before } },
    { type: 'LegValidated', data: { ...at, hash, ledgerIndex, result, ...paid } },
  ];
}
