import type { IssuanceStep, Leg } from '@tknest/contracts/events';
import { parseExactDown } from '@tknest/contracts/money';
import { getBalanceChanges } from 'xrpl';
import type { Attempt } from '#platform/ledger/transactions/transaction.js';
import type { IssuanceState } from '#features/issuance/rules.public.js';
import type { RedemptionState } from '#features/redemption/rules.public.js';
import { feesPaid, hasEnded, type Payment } from '#features/payments/rules.public.js';
import { found, MATCHED, UNDER_WAY, type Json, type LedgerTransaction, type Verdict } from './verdict.js';

const ACCOUNTS: Record<string, string> = {
  issuer: 'the token issuer',
  feeWallet: 'the fee wallet',
  payoutEscrow: 'the payout escrow',
};
const inWords = (name: string): string => ACCOUNTS[name] ?? name;

/**
 * What the log knows of a transaction's hash: the leg it was journaled for, and how that payment stands now; the step
 * of a manual issuance; a redemption; null for a set-up of the account itself.
 */
export type Journaled =
  | { leg: Leg; payment: Payment }
  | { step: IssuanceStep; issuance: IssuanceState }
  | { redemption: RedemptionState }
  | { leg: null };

/**
 * A transaction that touches one of the platform's accounts. What the account's key signed must be in the log, whatever
 * its type or result; what others did must be in the log where it moved tokens of the account. XRP is fuel: anybody may
 * top it up.
 */
export function judgeAccountTransaction(
  account: { name: string; address: string },
  transaction: LedgerTransaction,
  journaled: Journaled | undefined,
): Verdict {
  const own = transaction.tx.Account === account.address;
  const moves = tokenMoves(transaction.meta, account.address);
  if (journaled) {
    if (moves.length === 0 || ('leg' in journaled && journaled.leg === null)) return MATCHED;
    if ('redemption' in journaled) {
      const { phase, steps } = journaled.redemption;
      return judgeStep(transaction.hash, phase === 'open', steps.claw, 'redemption');
    }
    if ('step' in journaled) {
      const { phase, steps } = journaled.issuance;
      return judgeStep(transaction.hash, phase === 'open', steps[journaled.step], `hand-${journaled.step}`);
    }
    return judgeStanding(account.name, transaction.hash, journaled.payment, journaled.leg);
  }
  const details = {
    account: account.name,
    type: transaction.tx.TransactionType,
    ledgerIndex: transaction.ledgerIndex,
    result: transaction.result,
    moves,
  };
  if (!own && moves.length === 0) return { is: 'foreign' };
  // What reaches the escrow from outside is booked by its follower: until then it is looked at again.
  if (!own && account.name === 'payoutEscrow')
    return moves.some(({ value }) => parseExactDown(value) !== 0n) ? UNDER_WAY : { is: 'foreign' };
  if (own && transaction.tx.TransactionType !== 'Payment')
    return found(
      'unknown-ledger-transaction',
      `The key of ${inWords(account.name)} signed a transaction that is not in the log: ${String(transaction.tx.TransactionType)}.`,
      details,
    );
  if (account.name === 'issuer')
    return found(
      'unknown-ledger-payment',
      own
        ? 'Tokens were issued by a transaction that is not in the log.'
        : 'Tokens were moved by a transaction that is not in the log.',
      details,
    );
  return found(
    'unknown-ledger-payment',
    `RLUSD ${own ? 'left' : 'reached'} ${inWords(account.name)} by a transaction that is not in the log.`,
    details,
  );
}

/** Money of a journaled leg arrived: the log must hold that leg as validated, or be on its way to. */
function judgeStanding(name: string, hash: string, payment: Payment, leg: Leg): Verdict {
  const attempt = payment.legs[leg];
  if (attempt?.state === 'validated' && attempt.hash === hash) return MATCHED;
  if (leg === 'platform' && feesPaid(payment).includes(hash)) return MATCHED;
  if (leg === 'fee-refund' && payment.feesSentBack.some((sent) => sent.hash === hash)) return MATCHED;
  // The newest attempt may be the very one that is being concluded.
  const isNewest = attempt?.hash === hash && attempt.state === 'submitted';
  // A purchase whose tokens nobody can take stays under way for years; what is never sent again need not wait for it.
  const mayYetBeSent = attempt?.hash === hash && attempt.state === 'signed' && !payment.feeGivenUp;
  const settled = leg === 'platform' && payment.legs.recipient?.state === 'validated' && !mayYetBeSent;
  if ((!hasEnded(payment) && !settled) || isNewest) return UNDER_WAY;
  if (leg === 'platform') return { is: 'extra-fee', paymentId: payment.paymentId };
  return found('books-differ', `A transaction of ${inWords(name)} succeeded but is not recorded in the event log.`, {
    account: name,
    leg,
  });
}

/** An operation of the issuer moved tokens: the log must hold it as done, or be on its way to. */
function judgeStep(hash: string, isOpen: boolean, attempt: Attempt | undefined, leg: string): Verdict {
  if (attempt?.hash === hash && attempt.state === 'validated') return MATCHED;
  if (isOpen || (attempt?.hash === hash && attempt.state === 'submitted')) return UNDER_WAY;
  return found('books-differ', 'A transaction of the token issuer succeeded but is not recorded in the event log.', {
    account: 'issuer',
    leg,
  });
}

/** Token balances of an account that a transaction changed, decimal text with sign, from that account's side. */
export function tokenMoves(meta: Json, address: string): { currency: string; counterparty: string; value: string }[] {
  const changes = getBalanceChanges(meta as never).find(({ account }) => account === address)?.balances ?? [];
  return changes.flatMap((change) =>
    change.currency === 'XRP'
      ? []
      : [{ currency: change.currency, counterparty: (change as { issuer: string }).issuer, value: change.value }],
  );
}
