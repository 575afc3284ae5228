import { parseLedgerValue } from '@tknest/contracts/money';
import { isRlusd } from '#platform/ledger/notation.js';
import { hasEnded, type Marked, type Payment } from '#features/payments/rules.public.js';
import { isAmount, MATCHED, memoData, memosOf, UNDER_WAY, type Json, type LedgerTransaction } from './verdict.js';

/** A payment's principal: the payment's state, and every transaction that its payer was asked to sign. */
export interface PrincipalOf {
  payment: Payment;
  /** Principals that the wallet was asked to sign, all attempts. */
  asked: readonly Json[];
  /** Hashes of signed principals that the log knows. */
  signed: ReadonlySet<string>;
}

export type PrincipalVerdict =
  | { is: 'matched' | 'foreign' | 'under-way' }
  /** The principal of a payment that ended without one. */
  | { is: 'late'; payment: Payment }
  /** An additional principal of a payment that has one already. */
  | { is: 'twice'; payment: Payment }
  /** Nobody was asked to sign exactly this, but payer, payee and amount match a payment that ended unpaid. */
  | { is: 'resembles'; payment: Payment }
  /** Requested by the platform, but lost by the log. */
  | { is: 'forgotten'; mark: Marked };

/**
 * Judges RLUSD that reached somebody who is paid through the platform. It is a payment's principal if the log knows its
 * hash, or if it is what the payer was asked to sign: same account, sequence, destination, amount and memo. A wallet
 * may have withheld it, or changed its lifetime.
 * @param mark the platform's mark on it, if genuine
 */
export function judgePrincipal(
  transaction: LedgerTransaction,
  candidates: readonly PrincipalOf[],
  rlusdIssuer: string,
  mark: Marked | null = null,
): PrincipalVerdict {
  if (transaction.result !== 'tesSUCCESS' || transaction.tx.TransactionType !== 'Payment') return { is: 'foreign' };
  // The fee of a payment is no principal, and its wallet is also paid principals: owed fees.
  if (mark?.leg === 'platform') return { is: 'foreign' };
  if (candidates.some(({ payment }) => isKnownPrincipal(payment, transaction.hash))) return MATCHED;
  const its = candidates.find(
    ({ payment, signed, asked }) =>
      signed.has(transaction.hash) ||
      (mark !== null && payment.paymentId === mark.paymentId) ||
      asked.some((one) => isWhatWasAsked(one, transaction)),
  );
  if (its) {
    if (its.payment.principal) return { is: 'twice', payment: its.payment };
    return hasEnded(its.payment) ? { is: 'late', payment: its.payment } : UNDER_WAY;
  }
  const alike = candidates.find(
    ({ payment }) => payment.principal === null && hasEnded(payment) && isAlike(payment, transaction, rlusdIssuer),
  );
  if (mark) return { is: 'forgotten', mark };
  return alike ? { is: 'resembles', payment: alike.payment } : { is: 'foreign' };
}

const isKnownPrincipal = (payment: Payment, hash: string) =>
  payment.principal?.hash === hash || payment.extraPrincipals.some((extra) => extra.hash === hash);

function isWhatWasAsked(asked: Json, { tx, delivered }: LedgerTransaction): boolean {
  return (
    tx.Account === asked.Account &&
    tx.Sequence === asked.Sequence &&
    tx.TicketSequence === undefined &&
    tx.Destination === asked.Destination &&
    isAmount(delivered, asked.Amount.currency, asked.Amount.issuer, parseLedgerValue(asked.Amount.value)) &&
    memosOf(tx) === memosOf(asked)
  );
}

function isAlike(payment: Payment, { tx, delivered }: LedgerTransaction, rlusdIssuer: string): boolean {
  return (
    tx.Account === payment.payer &&
    tx.Destination === payment.payee &&
    isRlusd(delivered, rlusdIssuer) &&
    parseLedgerValue(delivered.value) === payment.amount &&
    memoData(tx) === payment.memo
  );
}
