import type { IssuanceStep, Leg, UnexplainedTransaction } from '@tknest/contracts/events';
import { parseExactDown } from '@tknest/contracts/money';
import { XRP_CRUMB_BELOW_DROPS } from '@tknest/contracts/rules';
import { getBalanceChanges, xrpToDrops } from 'xrpl';
import { senderOf } from '#platform/ledger/sender.js';
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
 * What the log knows about a transaction's hash: the leg for which it was journaled, with the payment's current state;
 * the step of a manual issuance; a redemption; null for the account's own setup.
 */
export type Journaled =
  | { leg: Leg; payment: Payment }
  | { step: IssuanceStep; issuance: IssuanceState }
  | { redemption: RedemptionState }
  | { leg: null };

/** A platform account, and who may send it XRP. */
export interface Judged {
  name: string;
  address: string;
  funders: ReadonlySet<string>;
}

/**
 * Judges a transaction that affects one of the platform's accounts. Transactions signed by the account's key must be in
 * the log, whatever their type or result; transactions of others must be in the log if they moved tokens of the
 * account. XRP of others is a finding where it is not from somebody who funds the account (`xrpArrived`).
 * @param account `isBooked`: whether the fee wallet's books have reached the transaction's ledger, and no payment may
 * still find it by its mark
 */
export function judgeAccountTransaction(
  account: Judged & { isBooked?: boolean },
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
  if (!own && moves.length === 0) return judgeXrp(account, transaction);
  // Arrivals from outside are booked by the arrivals job: until then, they are judged again.
  if (!own && (account.name === 'payoutEscrow' || (account.name === 'feeWallet' && !account.isBooked)))
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
    `RLUSD ${own || moves.some(({ value }) => value.startsWith('-')) ? 'left' : 'reached'} ${inWords(account.name)} by a transaction that is not in the log.`,
    details,
  );
}

/**
 * Judges a transaction that no event tells as moved: what the log seems to explain it must also record, sooner or
 * later.
 * @param isOld whether it should have been recorded by now
 */
export function judgeTold(
  verdict: Verdict,
  account: { name: string; address: string },
  { meta }: LedgerTransaction,
  journaled: Journaled | undefined,
  isOld: boolean,
): Verdict {
  const moves = tokenMoves(meta, account.address);
  const isAwaited = verdict.is === 'matched' || (verdict.is === 'under-way' && !journaled);
  if (!isAwaited || moves.every(({ value }) => parseExactDown(value) === 0n)) return verdict;
  return isOld ? found('books-differ', unrecorded(account.name), { account: account.name, moves }) : UNDER_WAY;
}

const unrecorded = (name: string) =>
  `A transaction of ${inWords(name)} succeeded but is not recorded in the event log.`;

/** The XRP is not the platform's: two people say whether it goes back. */
function judgeXrp(account: Judged, transaction: LedgerTransaction): Verdict {
  const [arrived] = xrpArrived(account, transaction);
  if (!arrived) return { is: 'foreign' };
  const { ledgerIndex } = transaction;
  const { wallet: sender, tag } = senderOf(transaction);
  const sourceTag = tag !== undefined && { sourceTag: tag };
  return found(
    'xrp-arrived',
    `${arrived.value} XRP reached ${inWords(account.name)} from a wallet that does not fund it.`,
    { account: account.name, ledgerIndex, drops: xrpToDrops(arrived.value), sender, ...sourceTag },
  );
}

/**
 * The XRP that a transaction of somebody else brought to a platform account, as a change of the account's balances;
 * empty if it is little, from a wallet that funds the account, or the payment that made the account.
 */
export function xrpArrived({ address, funders }: Judged, transaction: LedgerTransaction): Move[] {
  const { meta } = transaction;
  const { wallet: sender } = senderOf(transaction);
  if (sender === address || funders.has(sender) || isMade(meta, address)) return [];
  const value = changesOf(meta, address).find(({ currency }) => currency === 'XRP')?.value ?? '0';
  if (value.startsWith('-') || BigInt(xrpToDrops(value)) < XRP_CRUMB_BELOW_DROPS) return [];
  return [{ currency: 'XRP', counterparty: sender, value }];
}

const isMade = ({ AffectedNodes: nodes = [] }: Json, address: string): boolean =>
  nodes.some(
    ({ CreatedNode: made }: Json) => made?.LedgerEntryType === 'AccountRoot' && made.NewFields?.Account === address,
  );

/** The money of a journaled leg arrived: the log must contain that leg as validated, or be about to. */
function judgeStanding(name: string, hash: string, payment: Payment, leg: Leg): Verdict {
  const attempt = payment.legs[leg];
  if (attempt?.state === 'validated' && attempt.hash === hash) return MATCHED;
  if (leg === 'platform' && feesPaid(payment).includes(hash)) return MATCHED;
  if (leg === 'fee-refund' && payment.feesSentBack.some((sent) => sent.hash === hash)) return MATCHED;
  // The newest attempt may be the one that is being concluded right now.
  const isNewest = attempt?.hash === hash && attempt.state === 'submitted';
  // A purchase with undeliverable tokens may stay in progress for years; a transaction that is never sent again need
  // not wait for it.
  const mayYetBeSent = attempt?.hash === hash && attempt.state === 'signed' && !payment.feeGivenUp;
  const settled = leg === 'platform' && payment.legs.recipient?.state === 'validated' && !mayYetBeSent;
  if ((!hasEnded(payment) && !settled) || isNewest) return UNDER_WAY;
  if (leg === 'platform') return { is: 'extra-fee', paymentId: payment.paymentId };
  return found('books-differ', unrecorded(name), { account: name, leg });
}

/** An operation of the issuer moved tokens: the log must contain it as done, or be about to. */
function judgeStep(hash: string, isOpen: boolean, attempt: Attempt | undefined, leg: string): Verdict {
  if (attempt?.hash === hash && attempt.state === 'validated') return MATCHED;
  if (isOpen || (attempt?.hash === hash && attempt.state === 'submitted')) return UNDER_WAY;
  return found('books-differ', unrecorded('issuer'), { account: 'issuer', leg });
}

type Move = UnexplainedTransaction['moves'][number];

const changesOf = (meta: Json, address: string) =>
  getBalanceChanges(meta as never).find(({ account }) => account === address)?.balances ?? [];

/**
 * Changes of an account's token balances by a transaction, as decimal text with sign, from that account's perspective.
 */
export const tokenMoves = (meta: Json, address: string): Move[] =>
  changesOf(meta, address).flatMap((change) =>
    change.currency === 'XRP'
      ? []
      : [{ currency: change.currency, counterparty: (change as { issuer: string }).issuer, value: change.value }],
  );
