/**
 * What a wallet sent by itself, although it was asked to sign only: found by its hash, counted, and never asked for
 * again.
 */
import type { PaymentEvent } from '@tknest/contracts/events';
import { parseLedgerValue } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { LedgerUnavailable, type Conclusion } from '../../../platform/ledger/ledger-port.js';
import type { LegAttempt, OrphanBlob, PaymentState } from '../payment.state.js';
import type { PaymentPorts } from './ports.js';

/** @throws LedgerUnavailable where the node cannot say yet */
async function isOnLedger(
  ports: PaymentPorts,
  account: string,
  { hash, sequence, ticket, lastLedgerSequence, preparedAt }: LegAttempt,
): Promise<boolean> {
  const conclusion = await ports.ledger.conclude({
    hash: hash!,
    account,
    sequence,
    ticket,
    fromLedger: preparedAt,
    lastLedgerSequence,
  });
  if (conclusion.kind === 'unknown')
    throw new LedgerUnavailable('The node cannot say yet whether the transaction was applied');
  return conclusion.kind === 'validated';
}

/**
 * Legs whose place in the account's sequence is taken: by themselves, and then they are under way; by something else,
 * and then they are void. @throws LedgerUnavailable
 */
export async function whoTookTheirPlace(
  ports: PaymentPorts,
  payment: PaymentState,
  legs: readonly LegAttempt[],
): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  for (const leg of legs) {
    const sent = leg.hash !== null && (await isOnLedger(ports, payment.payer, leg));
    if (sent) events.push(submissionBegins(payment, leg, leg.preparedAt));
    else if (leg.state !== 'void') events.push(voided(payment, leg, 'the account sequence moved'));
  }
  return events;
}

export function submissionBegins(payment: PaymentState, attempt: LegAttempt, ledgerIndex: number): PaymentEvent {
  const { leg, hash, sequence, ticket, lastLedgerSequence } = attempt;
  return {
    type: 'PaymentSubmitted',
    data: {
      paymentId: payment.paymentId,
      leg,
      attempt: attempt.attempt,
      hash: hash!,
      sequence,
      ticket,
      lastLedgerSequence,
      ledgerIndex,
    },
  };
}

export function voided(payment: PaymentState, attempt: LegAttempt, reason: string): PaymentEvent {
  return {
    type: 'LegVoided',
    data: {
      paymentId: payment.paymentId,
      leg: attempt.leg,
      attempt: attempt.attempt,
      reason,
      hash: attempt.hash,
      lastLedgerSequence: attempt.hash ? attempt.lastLedgerSequence : null,
    },
  };
}

/** Whether what landed is the principal itself: all of it, in RLUSD, from this payer to this payee. */
export function isPrincipal(
  { rlusdIssuer }: { rlusdIssuer: string },
  payment: PaymentState,
  { transaction, delivered }: Extract<Conclusion, { kind: 'validated' }>,
): boolean {
  if (
    transaction.Account !== payment.payer ||
    transaction.Destination !== payment.payee ||
    delivered === null ||
    typeof delivered === 'string'
  )
    return false;
  return (
    delivered.currency === CURRENCY.rlusd &&
    delivered.issuer === rlusdIssuer &&
    parseLedgerValue(delivered.value) === payment.amount
  );
}

/** What became of a blob that was never to be submitted, but that its holder could have. */
export function seekOrphan(
  { ledger }: Pick<PaymentPorts, 'ledger'>,
  payment: PaymentState,
  { hash, sequence, lastLedgerSequence, preparedAt }: OrphanBlob,
): Promise<Conclusion> {
  return ledger.conclude({
    hash,
    account: payment.payer,
    sequence,
    ticket: null,
    fromLedger: preparedAt,
    lastLedgerSequence,
  });
}
