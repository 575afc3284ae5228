/** The texts of cases that a payment opens. */
import type { BusinessDate, DeliveryObstacle, PrincipalOwedBack } from '@tknest/contracts/events';
import { dayInWords, toDecimal } from '@tknest/contracts/money';
import type { OpenCase } from '#features/operations-cases/rules.public.js';
import type { Remedy } from '../kinds/recipe.js';
import type { OwedBack, PaidPayment, Payment } from '../payment.state.js';

/** A case about a payment; its subject is the payment unless another is named. */
export const caseOf = (
  { paymentId, propertyId, payer: wallet }: Payment,
  opened: Pick<OpenCase, 'kind' | 'summary' | 'txHash' | 'details'> & { subject?: string },
): OpenCase => ({ subject: paymentId, paymentId, propertyId, wallet, ...opened });

const REMEDIES: Record<Remedy, string> = {
  issue: 'A payment arrived after it had ended. Its tokens are being issued.',
  refund:
    'A payment arrived after it had ended, and no tokens can be issued for it. The landlord is asked to refund it.',
  count: 'A payment arrived after it had ended. It counts as paid.',
};

export const lateCase = (payment: Payment, { hash, dueOn }: OwedBack, remedy: Remedy): OpenCase =>
  caseOf(payment, {
    kind: 'late-principal',
    txHash: hash,
    summary: REMEDIES[remedy],
    details: {
      amount: toDecimal(payment.amount),
      payee: payment.payee,
      remedy,
      ...(remedy === 'refund' && { dueOn }),
    },
  });

export const paidTwiceCase = (payment: Payment, { hash, dueOn }: OwedBack): OpenCase =>
  caseOf(payment, {
    kind: 'late-principal',
    subject: hash,
    txHash: hash,
    summary: 'A payment was made twice. The landlord is asked to refund it.',
    details: { amount: toDecimal(payment.amount), payee: payment.payee, remedy: 'refund', dueOn },
  });

export const feeTwiceCase = (payment: Payment, txHash: string): OpenCase =>
  caseOf(payment, {
    kind: 'fee-paid-twice',
    subject: txHash,
    txHash,
    summary: 'A platform fee was paid that is not owed. An admin must send it back from the fee wallet.',
    details: { amount: toDecimal(payment.platformFee), payer: payment.payer },
  });

export const feeOwedCase = (payment: Payment): OpenCase =>
  caseOf(payment, {
    kind: 'fee-owed',
    txHash: null,
    summary:
      'The platform fee of a completed payment was not paid. Until it is, this person cannot buy, list or withdraw a ' +
      'deposit.',
    details: { amount: toDecimal(payment.platformFee), payer: payment.payer },
  });

const BLOCKED: Record<DeliveryObstacle, string> = {
  'deposit-auth': 'the buyer’s wallet takes payments from approved senders only (DepositAuth)',
  'destination-tag': 'the buyer’s wallet takes payments with a destination tag only (RequireDestTag)',
  'account-deleted': 'the buyer’s account was deleted on the ledger',
  'line-missing': 'the buyer removed the TKNEST trust line',
  'line-limit': 'the limit of the buyer’s TKNEST trust line is too small',
  'line-quality': 'the buyer’s TKNEST trust line does not take tokens at face value (QualityIn, QualityOut)',
  'line-frozen': 'the issuer froze the buyer’s TKNEST trust line',
  suspended: 'the buyer’s wallet is suspended',
  'verification-lapsed': 'the buyer’s verification has lapsed',
  'sold-out': 'others had bought them in a period that the restored log does not contain',
  'terms-differ': 'the payment does not match the price, the landlord or the reservation at its property',
  unexplained: 'the ledger refused every attempt for an unknown reason',
};

/** Nothing was signed for a purchase that is not on its listing's terms. */
export const termsCase = (payment: Payment): OpenCase =>
  caseOf(payment, {
    kind: 'books-differ',
    subject: `terms-${payment.paymentId}`,
    txHash: null,
    summary:
      'A purchase was started that does not match the price, the landlord or the reservation at its property. ' +
      'Nothing was signed. Somebody may control a web process.',
    details: { tokens: payment.tokens, amount: toDecimal(payment.amount), payee: payment.payee },
  });

/** Tokens are paid for but cannot be issued: the payment waits for the payer until a date. */
export const blockedCase = (payment: PaidPayment, obstacle: DeliveryObstacle, until: BusinessDate): OpenCase =>
  caseOf(payment, {
    kind: 'issuance-blocked',
    txHash: payment.principal.hash,
    summary: `Tokens are paid but cannot be issued: ${BLOCKED[obstacle]}. Waiting until ${dayInWords(until)}.`,
    details: { obstacle, until, tokens: payment.tokens },
  });

/**
 * A principal for which tokens are no longer issued, named by its hash because the payment may have another case of
 * this kind.
 */
export const owedCase = (payment: Payment, { hash, amount, by, reason, dueOn }: PrincipalOwedBack['data']): OpenCase =>
  caseOf(payment, {
    kind: 'late-principal',
    subject: hash,
    txHash: hash,
    summary: `The tokens of a payment were not issued (${
      reason === 'admin' ? 'an admin ended the wait' : BLOCKED[reason]
    }): the landlord is asked to refund${dueOn ? ` by ${dayInWords(dueOn)}` : ' once the wallet is released'}.`,
    details: { amount, payee: by, remedy: 'refund', reason, dueOn },
  });
