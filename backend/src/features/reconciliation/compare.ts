/**
 * When books and ledger agree. Pure: what was read from either side comes in, a verdict goes out; nothing here asks or
 * writes.
 *
 * ledger → log   `judgeAccountTransaction` for the platform's accounts, `judgePrincipal` for purchases between buyers
 * and owners
 *   log → ledger   `judgeClaim` for everything that the log calls settled
 */
import { CURRENCY, ISSUANCE_MEMO } from '@tknest/contracts/rules';
import { parseLedgerValue, toDecimal, type Micro } from '@tknest/contracts/money';
import type { CaseKind, Leg } from '@tknest/contracts/events';
import { getBalanceChanges } from 'xrpl';
import type { Amount } from '../../platform/ledger/ledger-port.js';
import { feesPaid, hasEnded, type PaymentState } from '../payments/payment.public.js';

type Json = Record<string, any>;

/** A transaction of a validated ledger, whatever its type and result. */
export interface LedgerTransaction {
  hash: string;
  ledgerIndex: number;
  /** `tesSUCCESS`, or the tec that took the fee alone. */
  result: string;
  tx: Json;
  meta: Json;
  delivered: Amount | null;
}

export interface Finding {
  kind: CaseKind;
  summary: string;
  details: Record<string, unknown>;
}

/**
 * `foreign`: somebody's own business, which the log need not know; `under-way`: the payment it belongs to has not
 * ended, look again.
 */
export type Verdict =
  | { is: 'matched' }
  | { is: 'foreign' }
  | { is: 'under-way' }
  /** A fee that its payment does not know of: it is the payment's to say whether it is owed back. */
  | { is: 'extra-fee'; paymentId: string }
  | { is: 'finding'; finding: Finding };

const MATCHED = { is: 'matched' } as const;
const UNDER_WAY = { is: 'under-way' } as const;
const found = (kind: CaseKind, summary: string, details: Record<string, unknown> = {}): Verdict => ({
  is: 'finding',
  finding: { kind, summary, details },
});

const ACCOUNTS: Record<string, string> = {
  issuer: 'the token issuer',
  feeWallet: 'the fee wallet',
  payoutEscrow: 'the payout escrow',
};
const inWords = (name: string): string => ACCOUNTS[name] ?? name;

/**
 * What the log knows of a transaction's hash: the leg it was journalled for, and how that payment stands now; null for
 * a set-up of the account itself.
 */
export type Journalled = { leg: Leg; payment: PaymentState } | { leg: null };

/**
 * A transaction that touches one of the platform's accounts. What the account's key signed must be in the log, whatever
 * its type or result; what others did must be in the log where it moved tokens of the account. XRP is fuel: anybody may
 * top it up.
 */
export function judgeAccountTransaction(
  account: { name: string; address: string },
  transaction: LedgerTransaction,
  journalled: Journalled | undefined,
): Verdict {
  const own = transaction.tx.Account === account.address;
  const moves = tokenMoves(transaction.meta, account.address);
  if (journalled)
    return journalled.leg === null || moves.length === 0
      ? MATCHED
      : judgeStanding(account.name, transaction.hash, journalled.payment, journalled.leg);
  const details = {
    account: account.name,
    type: transaction.tx.TransactionType,
    ledgerIndex: transaction.ledgerIndex,
    result: transaction.result,
    moves,
  };
  if (!own && moves.length === 0) return { is: 'foreign' };
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

/** Money of a journalled leg arrived: the log must hold that leg as validated, or be on its way to. */
function judgeStanding(name: string, hash: string, payment: PaymentState, leg: Leg): Verdict {
  const attempt = payment.legs[leg];
  if (attempt?.state === 'validated' && attempt.hash === hash) return MATCHED;
  if (leg === 'platform' && feesPaid(payment).includes(hash)) return MATCHED;
  if (leg === 'fee-refund' && payment.feesSentBack.some((sent) => sent.hash === hash)) return MATCHED;
  // The newest attempt may be the very one that is being concluded.
  const isNewest = attempt?.hash === hash && attempt.state === 'submitted';
  if (!hasEnded(payment) || isNewest) return UNDER_WAY;
  if (leg === 'platform') return { is: 'extra-fee', paymentId: payment.paymentId };
  return found('books-differ', `A transaction of ${inWords(name)} succeeded that the log does not hold as done.`, {
    account: name,
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

/**
 * A payment as far as its principal is concerned: where it stands, and every transaction that its payer was asked to
 * sign.
 */
export interface PrincipalOf {
  payment: PaymentState;
  /** Principals that the wallet was asked to sign, all attempts. */
  asked: readonly Json[];
  /** Hashes of signed principals that the log knows. */
  signed: ReadonlySet<string>;
}

export type PrincipalVerdict =
  | { is: 'matched' | 'foreign' | 'under-way' }
  /** It is the principal of a payment that ended without one. */
  | { is: 'late'; payment: PaymentState }
  /** The payment has a principal already: this one was paid on top. */
  | { is: 'twice'; payment: PaymentState }
  /** Nobody was asked for exactly this, but payer, payee and amount are those of a payment that ended unpaid. */
  | { is: 'resembles'; payment: PaymentState };

/**
 * RLUSD that reached somebody who is paid through the platform. It is a payment's principal if the log knows its hash,
 * or if it is what the payer was asked to sign: same account, sequence, destination, amount and memo. A wallet may have
 * hidden it, or changed its lifetime.
 */
export function judgePrincipal(
  transaction: LedgerTransaction,
  candidates: readonly PrincipalOf[],
  rlusdIssuer: string,
): PrincipalVerdict {
  if (transaction.result !== 'tesSUCCESS' || transaction.tx.TransactionType !== 'Payment') return { is: 'foreign' };
  if (candidates.some(({ payment }) => isKnownPrincipal(payment, transaction.hash))) return MATCHED;
  const its = candidates.find(
    ({ signed, asked }) => signed.has(transaction.hash) || asked.some((one) => isWhatWasAsked(one, transaction)),
  );
  if (its) {
    if (principalHash(its.payment) !== null) return { is: 'twice', payment: its.payment };
    return hasEnded(its.payment) ? { is: 'late', payment: its.payment } : UNDER_WAY;
  }
  const alike = candidates.find(
    ({ payment }) => principalHash(payment) === null && hasEnded(payment) && isAlike(payment, transaction, rlusdIssuer),
  );
  return alike ? { is: 'resembles', payment: alike.payment } : { is: 'foreign' };
}

const isKnownPrincipal = (payment: PaymentState, hash: string) =>
  principalHash(payment) === hash || payment.extraPrincipals.some((extra) => extra.hash === hash);

const principalHash = ({ legs, latePrincipal }: PaymentState) =>
  latePrincipal?.hash ?? (legs.recipient?.state === 'validated' ? legs.recipient.hash : null);

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

function isAlike(payment: PaymentState, { tx, delivered }: LedgerTransaction, rlusdIssuer: string): boolean {
  return (
    tx.Account === payment.payer &&
    tx.Destination === payment.payee &&
    isRlusd(delivered, rlusdIssuer) &&
    parseLedgerValue(delivered.value) === payment.amount &&
    memoData(tx) === payment.memo
  );
}

/** What the log says of one leg that it calls settled. */
export interface Claim {
  paymentId: string;
  propertyId: number | null;
  leg: 'recipient' | 'platform' | 'issuance' | 'fee-refund';
  hash: string;
  /** Null where the fact does not name it. */
  ledgerIndex: number | null;
  from: string;
  to: string;
  currency: string;
  issuer: string;
  value: Micro;
  /** Text that the transaction must carry; null: none. */
  memo: string | null;
}

/**
 * One settled leg against the ledger.
 * @param journalled for which leg of which payment the log journalled this hash before it was sent
 * @param onLedger null: in none of the ledgers it could stand in
 */
export function judgeClaim(
  claim: Claim,
  journalled: { paymentId: string | null; leg: string } | undefined,
  onLedger: LedgerTransaction | null,
): Verdict {
  const differs = (what: string, books: unknown, ledger: unknown) =>
    found(
      'books-differ',
      `The log calls the ${claim.leg} of a payment settled, but on the ledger the ${what} is another.`,
      { leg: claim.leg, what, books, ledger },
    );
  if (!onLedger)
    return found(
      'missing-on-ledger',
      `The log calls the ${claim.leg} of a payment settled, but its transaction is on no validated ledger.`,
      { leg: claim.leg, ledgerIndex: claim.ledgerIndex },
    );
  const { tx, result, delivered } = onLedger;
  if (result !== 'tesSUCCESS') return differs('result', 'tesSUCCESS', result);
  if (tx.TransactionType !== 'Payment') return differs('type', 'Payment', tx.TransactionType);
  if (tx.Account !== claim.from) return differs('payer', claim.from, tx.Account);
  if (tx.Destination !== claim.to) return differs('payee', claim.to, tx.Destination);
  if (!isAmount(delivered, claim.currency, claim.issuer, claim.value))
    return differs(
      'delivered amount',
      { currency: claim.currency, issuer: claim.issuer, value: toDecimal(claim.value) },
      delivered,
    );
  if (memoData(tx) !== claim.memo) return differs('memo', claim.memo, memoData(tx));
  if (claim.leg === 'issuance' && tx.Memos?.[0]?.Memo?.MemoType !== hex(ISSUANCE_MEMO.type))
    return differs('memo type', hex(ISSUANCE_MEMO.type), tx.Memos?.[0]?.Memo?.MemoType);
  if (claim.ledgerIndex !== null && onLedger.ledgerIndex !== claim.ledgerIndex)
    return differs('ledger', claim.ledgerIndex, onLedger.ledgerIndex);
  if (journalled?.paymentId !== claim.paymentId || journalled.leg !== claim.leg)
    return differs('payment it was journalled for', claim.paymentId, journalled?.paymentId ?? null);
  return MATCHED;
}

/** Books beside ledger: `in-flight` where payments under way account for the difference. */
export function judgeBalance(books: Micro, ledger: Micro, inFlight: Micro): 'matches' | 'in-flight' | 'differs' {
  const difference = ledger - books;
  if (difference === 0n) return 'matches';
  return difference > 0n && difference <= inFlight ? 'in-flight' : 'differs';
}

function isAmount(amount: Amount | null, currency: string, issuer: string, value: Micro): boolean {
  return (
    amount !== null &&
    typeof amount === 'object' &&
    amount.currency === currency &&
    amount.issuer === issuer &&
    parseLedgerValue(amount.value) === value
  );
}

const isRlusd = (amount: Amount | null, issuer: string): amount is Exclude<Amount, string> =>
  amount !== null && typeof amount === 'object' && amount.currency === CURRENCY.rlusd && amount.issuer === issuer;
const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();
const memosOf = (tx: Json) =>
  JSON.stringify(
    (tx.Memos ?? []).map(({ Memo }: Json) => [Memo.MemoType ?? null, Memo.MemoFormat ?? null, Memo.MemoData ?? null]),
  );

function memoData(tx: Json): string | null {
  const data = tx.Memos?.[0]?.Memo?.MemoData as string | undefined;
  return data === undefined ? null : Buffer.from(data, 'hex').toString('utf8');
}
