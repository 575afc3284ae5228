/**
 * Events about legs that were begun or will never be sent, and about what a wallet sent although it was only asked to
 * sign.
 */
import type { PaymentEvent } from '@tknest/contracts/events';
import { parseLedgerValue } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import type { Conclusion } from '#platform/ledger/ledger-port.js';
import { soughtOf, type Signed } from '#platform/ledger/submissions/submission.js';
import type { LegAttempt, OrphanBlob, PaymentState } from '../payment.state.js';
import type { PaymentPorts } from './ports.js';

export function submissionBegins(
  payment: PaymentState,
  attempt: Signed<LegAttempt>,
  ledgerIndex: number,
): PaymentEvent {
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

/** Whether a validated transaction is the principal: the whole amount, in RLUSD, from this payer to this payee. */
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

/** Looks up a blob that the platform never submits but its holder could have submitted. */
export const seekOrphan = ({ ledger }: Pick<PaymentPorts, 'ledger'>, payment: PaymentState, orphan: OrphanBlob) =>
  ledger.conclude(soughtOf(payment.payer, { ...orphan, ticket: null }));
