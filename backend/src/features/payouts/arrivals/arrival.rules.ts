/**
 * The purpose of money that reached the escrow or the fee wallet. Pure: the transaction and what is known about its
 * sender are parameters.
 */
import type { EscrowAccount, PaymentKind } from '@tknest/contracts/events';
import { parseExact, type Exact } from '@tknest/contracts/money';
import { CURRENCY, ESCROW_CRUMB_BELOW, LISTING, PAYMENT_MEMO } from '@tknest/contracts/rules';
import { getBalanceChanges } from 'xrpl';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { orderOf } from '#platform/ledger/sender.js';

/** MemoType of a deposit: its MemoData is the property's id. */
const DEPOSIT_MEMO = 'tknest/deposit/1';
/** MemoType of money that the platform puts into its own float. */
const FLOAT_MEMO = 'tknest/float/1';

/** The most arrivals for one commit, each with its case: about a kilobyte for each of the two. */
const AT_ONCE = 150;

/**
 * How far one commit goes: as many whole ledgers as together have few enough arrivals, and at least the first. So a
 * thousand tiny payments in one ledger cannot delay everybody else's money forever.
 * @param ledgers the ledgers of the arrivals up to ledger `to`, ascending
 */
export function reachOf(ledgers: readonly number[], to: number): number {
  const beyond = ledgers[AT_ONCE];
  return beyond === undefined ? to : Math.max(ledgers[0]!, beyond - 1);
}

/** The change of an account's RLUSD balance by a transaction, as decimal text with sign; `0` if there is none. */
export function rlusdChange({ meta }: LedgerTransaction, account: string, issuer: string): string {
  const balances = getBalanceChanges(meta as never).find((change) => change.account === account)?.balances ?? [];
  const rlusd = balances.find(
    (one) => one.currency === CURRENCY.rlusd && (one as { issuer?: string }).issuer === issuer,
  );
  return rlusd?.value ?? '0';
}

export interface Mark {
  propertyId: number | null;
  float: boolean;
  /** Whether it pays a principal back to a buyer. */
  refund: boolean;
}

/**
 * The purpose stated on a transaction: by the sender, as a destination tag or a memo, or by the platform's mark on a
 * payment that the log lost.
 */
export function markOf(transaction: LedgerTransaction): Mark {
  const { Memos: sent = [], DestinationTag: tag } = orderOf(transaction);
  const text = (hex: unknown) => Buffer.from(typeof hex === 'string' ? hex : '', 'hex').toString('utf8');
  const memos: { type: string; data: string }[] = sent.map(({ Memo }: Record<string, any>) => ({
    type: text(Memo?.MemoType),
    data: text(Memo?.MemoData),
  }));
  const said = memos.find(({ type }) => type === PAYMENT_MEMO.type)?.data ?? '';
  const memo = memos.find(({ type }) => type === DEPOSIT_MEMO)?.data.trim() ?? propertyOf(said);
  const marked = memo ?? (tag === undefined ? undefined : String(tag));
  return {
    propertyId: marked !== undefined && LISTING.idPattern.test(marked) ? Number(marked) : null,
    float: memos.some(({ type }) => type === FLOAT_MEMO),
    refund: said.includes('"kind":"refund"'),
  };
}

/** The property that a payment of the platform is for. Its landlord decides, so the seal need not be checked. */
const propertyOf = (said: string): string | undefined => /"propertyId":(\d+)/.exec(said)?.[1];

export interface Sender {
  wallet: string;
  isAdmin: boolean;
  /** Whether compliance allows nothing to be paid to it, so that a deposit of it could not be given back. */
  isHeld: boolean;
  /** Landlord of the property that the mark names; null if there is none. */
  ownerOfMarked: string | null;
  /** Properties of the sender with an open loan. */
  runningLoans: readonly number[];
}

export interface Purpose {
  account: EscrowAccount;
  why: string;
  /** Whether the platform asked for it as a fee. */
  isFee?: true;
}

/** The account for small arrivals of unknown purpose: one account and one case, however many there are. */
export const SMALL_ARRIVALS = 'small-arrivals';
const CRUMB_BELOW = parseExact(ESCROW_CRUMB_BELOW);

/**
 * The account for an arrival outside the platform's payments. Only the landlord of a property can order a deposit for
 * it, so money that another wallet marks as one waits for a decision.
 * @param amount that arrived
 * @param prepared the kind of payment that it is if the platform prepared it
 */
export function purposeOf(
  { hash, amount, prepared }: { hash: string; amount: Exact; prepared: PaymentKind | null },
  mark: Mark,
  { wallet, isAdmin, isHeld, ownerOfMarked, runningLoans }: Sender,
): Purpose {
  const isRepayment = prepared === 'principal_payback';
  // A genuine refund is its buyer's, however small. Anybody can write the word on a mark and flood the desk with cases.
  const at = amount < CRUMB_BELOW && prepared !== 'refund' && !isRepayment ? SMALL_ARRIVALS : hash;
  const suspense = (why: string): Purpose => ({ account: `suspense/${at}`, why });
  // As a deposit, it could be collected or withdrawn before its payment is known, and the buyer would not be paid.
  if (mark.refund) return suspense('a refund whose payment is not known yet');
  // If a restored log lost it, its holders may be paid: as a deposit, it could be collected for them again.
  if (isRepayment) return suspense('a repayment whose payment is not known yet');
  if (mark.float)
    return isAdmin
      ? { account: 'float', why: 'from an admin, for the float' }
      : suspense('marked for the float by a wallet that is not an admin’s');
  if (isHeld) return suspense('from a wallet whose payments are held');
  if (mark.propertyId !== null)
    return ownerOfMarked === wallet
      ? { account: `deposit/${mark.propertyId}`, why: 'marked by the landlord' }
      : suspense('marked for a property of another wallet');
  const [only, ...others] = runningLoans;
  if (only !== undefined && others.length === 0)
    return { account: `deposit/${only}`, why: 'from a landlord with one running loan' };
  return suspense('unmarked');
}

/** What the platform knows about RLUSD that reached the fee wallet. */
export interface FeeFacts {
  /** The payment whose fee it is; null if it is no payment's. */
  paymentId: string | null;
  /** Whether a payout run paid it from the escrow. */
  isOfRun: boolean;
}

/** The account of the fee wallet's books for an arrival. The fee of a run cannot be owed back. */
export function purposeOfFee({ hash, amount }: { hash: string; amount: Exact }, facts: FeeFacts): Purpose {
  if (facts.isOfRun) return { account: 'fees', why: 'paid by a payout run', isFee: true };
  const { paymentId } = facts;
  if (paymentId !== null)
    return { account: `fee/${paymentId}/${hash}`, why: `fee of payment ${paymentId}`, isFee: true };
  return { account: `suspense/${amount < CRUMB_BELOW ? SMALL_ARRIVALS : hash}`, why: 'it is no fee' };
}
