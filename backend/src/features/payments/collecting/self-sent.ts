/**
 * Events about legs that were begun or will never be sent, and about what a wallet sent although it was only asked to
 * sign.
 */
import type { PaymentEvent } from '@tknest/contracts/events';
import { parseLedgerValue } from '@tknest/contracts/money';
import type { Conclusion } from '#platform/ledger/ledger-port.js';
import { isRlusd } from '#platform/ledger/notation.js';
import { soughtOf, type Signed } from '#platform/ledger/submissions/submission.js';
import type { LegAttempt, OrphanBlob, Payment } from '../payment.state.js';
import type { PaymentPorts } from './ports.js';

type Sent = Pick<LegAttempt, 'leg' | 'attempt' | 'sequence' | 'ticket' | 'lastLedgerSequence'>;

export function submissionBegins(payment: Payment, attempt: Signed<Sent>, ledgerIndex: number): PaymentEvent {
  const { leg, hash, sequence, ticket, lastLedgerSequence } = attempt;
  return {
    type: 'PaymentSubmitted',
    data: {
      paymentId: payment.paymentId,
      leg,
      attempt: attempt.attempt,
      hash,
      sequence,
      ticket,
      lastLedgerSequence,
      ledgerIndex,
    },
  };
}

export function voided(
  payment: Payment,
  attempt: Pick<LegAttempt, 'leg' | 'attempt' | 'hash' | 'lastLedgerSequence'>,
  reason: string,
): PaymentEvent {
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

/** Whether a validated transaction is the principal: the whole amount, in RLUSD, from this payer to this payee. */
export function isPrincipal(
  { rlusdIssuer }: { rlusdIssuer: string },
  payment: Payment,
  { transaction, delivered }: Extract<Conclusion, { kind: 'validated' }>,
): boolean {
  return (
    transaction.Account === payment.payer &&
    transaction.Destination === payment.payee &&
    isRlusd(delivered, rlusdIssuer) &&
    parseLedgerValue(delivered.value) === payment.amount
  );
}

/** Looks up a blob that the platform never submits but its holder could have submitted. */
export const seekOrphan = ({ ledger }: Pick<PaymentPorts, 'ledger'>, payment: Payment, orphan: OrphanBlob) =>
  ledger.conclude(soughtOf(payment.payer, { ...orphan, ticket: null }));
