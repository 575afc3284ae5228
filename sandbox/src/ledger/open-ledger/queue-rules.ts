import { applyTransaction } from '../engine/apply.js';
import type { ApplyFlags, LedgerView } from '../engine/ledger-view.js';
import { preclaim } from '../engine/preclaim.js';
import { isClaim, isSuccess, type ResultName } from '../engine/results.js';
import { compareSequence, type Transaction } from '../engine/transaction.js';
import { feesOf } from '../state/accounts.js';
import type { AccountRoot } from '../state/entries.js';
import { ticketKey } from '../state/keylets.js';
import { Overlay } from '../state/overlay.js';
import type { Consequences } from '../transactors/transactor.js';
import { BASE_LEVEL } from './fee-level.js';
import type { FeeMetrics } from './fee-metrics.js';
import type { OpenLedger } from './open-ledger.js';
import type { QueuedAccount, QueuedTransaction } from './queued-account.js';

/** rippled's defaults: maximum_txn_per_account, minimum_last_ledger_buffer, retry_sequence_percent. */
const PER_ACCOUNT = 10;
const LAST_LEDGER_BUFFER = 2;
const REPLACE_PERCENT = 25n;

/** The part of the queue that the rules need. */
export interface WaitingLine {
  readonly metrics: FeeMetrics;
  of(account: string): QueuedAccount | undefined;
  isFull(): boolean;
  byFee(parentHash: string): QueuedTransaction[];
  remove(queued: QueuedTransaction): void;
}

interface Candidate {
  readonly queue: WaitingLine;
  readonly ledger: OpenLedger;
  readonly tx: Transaction;
  readonly flags: ApplyFlags;
  readonly account: AccountRoot;
  readonly level: bigint;
  readonly consequences: Consequences;
}

export interface Verdict {
  readonly result: ResultName;
  readonly applied?: boolean;
  /** The waiting transaction with the same sequence that it replaces. */
  readonly replaces?: QueuedTransaction | undefined;
}

/**
 * Whether a transaction that was not applied at once may be queued, and if not, why (rippled: TxQ::apply after
 * tryDirectApply).
 */
export function queueFault(c: Candidate): Verdict {
  const { queue, ledger, tx, account, level } = c;
  if (tx.sequence.ticket && !ledger.state.read(ticketKey(tx.account, tx.sequence.value)))
    return { result: tx.sequence.value < account.Sequence ? 'tefNO_TICKET' : 'terPRE_TICKET' };
  const line = queue.of(tx.account);
  const relevant = line?.relevant(account.Sequence) ?? [];
  const replaces = line?.at(tx.sequence);
  const alone = relevant.length === 1 && relevant[0] === replaces;
  if (c.consequences.blocker && relevant.length > 0 && !alone) return { result: 'telCAN_NOT_QUEUE_BLOCKS' };
  if (relevant.length === 1 && relevant[0]!.consequences.blocker && !alone)
    return { result: 'telCAN_NOT_QUEUE_BLOCKED' };
  if (replaces && level <= (replaces.level * (100n + REPLACE_PERCENT)) / 100n)
    return { result: 'telCAN_NOT_QUEUE_FEE' };
  if (!tx.sequence.ticket && tx.sequence.value < account.Sequence) return { result: 'tefPAST_SEQ' };
  /** Its account's queue, if it comes after others there. */
  const behind = relevant.length > 1 || (relevant.length === 1 && !replaces) ? line : undefined;
  if (relevant.length === 0 && !tx.sequence.ticket && tx.sequence.value > account.Sequence)
    return { result: 'terPRE_SEQ' };
  const place = behind && lineFault(c, behind, relevant, replaces);
  if (place) return { result: place };
  const claim = preclaim(behind ? asIfOthersWereDone(c, behind, relevant) : ledger, tx, false);
  if (!isSuccess(claim) && !isClaim(claim)) return { result: claim };
  const cleared = behind && clearLine(c, behind, relevant);
  if (cleared) return cleared;
  const held = behind ? undefined : holdFault(c, replaces);
  if (held) return { result: held };
  if (!replaces && queue.isFull() && !makesRoom(c)) return { result: 'telCAN_NOT_QUEUE_FULL' };
  return { result: 'terQUEUED', replaces };
}

/** rippled: TxQ::canBeHeld. */
function holdFault(
  { queue, ledger, tx, flags, account }: Candidate,
  replaces: QueuedTransaction | undefined,
): ResultName | undefined {
  if (tx.json['PreviousTxnID'] !== undefined || tx.json.AccountTxnID !== undefined || flags.failHard)
    return 'telCAN_NOT_QUEUE';
  if (tx.lastLedger !== undefined && tx.lastLedger < ledger.index + LAST_LEDGER_BUFFER) return 'telCAN_NOT_QUEUE';
  const line = queue.of(tx.account);
  if (!line || replaces || line.transactions.length < PER_ACCOUNT) return undefined;
  // Above the limit, only a transaction that fills a gap before waiting sequences is accepted.
  const next = line.nextSequence(account.Sequence);
  const fills = !tx.sequence.ticket && tx.sequence.value === next;
  const follower = line.transactions.find((q) => compareSequence(q.tx.sequence, tx.sequence) > 0);
  return fills && follower && !follower.tx.sequence.ticket ? undefined : 'telCAN_NOT_QUEUE_FULL';
}

/** Checks the place among the account's waiting transactions, and whether the account can pay for all of them. */
function lineFault(
  c: Candidate,
  line: QueuedAccount,
  relevant: readonly QueuedTransaction[],
  replaces: QueuedTransaction | undefined,
): ResultName | undefined {
  const held = holdFault(c, replaces);
  if (held) return held;
  const { tx, account, ledger } = c;
  if (!tx.sequence.ticket) {
    const inFront = compareSequence(tx.sequence, relevant[0]!.tx.sequence) < 0;
    if (inFront && tx.sequence.value > account.Sequence) return 'terPRE_SEQ';
    if (!inFront && !replaces && line.nextSequence(account.Sequence) !== tx.sequence.value) return 'telCAN_NOT_QUEUE';
  }
  const { fees } = inFlight(c, relevant);
  const balance = BigInt(account.Balance);
  return fees >= balance || fees >= feesOf(ledger.state).reserveBase ? 'telCAN_NOT_QUEUE_BALANCE' : undefined;
}

/** Fees and payments of the account's waiting transactions, including this one's if it replaces one in the middle. */
function inFlight(
  { tx, consequences }: Candidate,
  relevant: readonly QueuedTransaction[],
): { fees: bigint; spend: bigint } {
  let [fees, spend] = [0n, 0n];
  for (const [i, queued] of relevant.entries()) {
    const same = compareSequence(queued.tx.sequence, tx.sequence) === 0;
    if (same && i === relevant.length - 1) continue;
    fees += same ? tx.fee : queued.tx.fee;
    spend += same ? consequences.potentialSpend : queued.consequences.potentialSpend;
  }
  return { fees, spend };
}

/** The ledger as this transaction would see it after the ones waiting before it. */
function asIfOthersWereDone(c: Candidate, line: QueuedAccount, relevant: readonly QueuedTransaction[]): LedgerView {
  const { ledger, tx, account } = c;
  const { fees, spend } = inFlight(c, relevant);
  const balance = BigInt(account.Balance);
  const { reserveBase } = feesOf(ledger.state);
  const free = balance > reserveBase ? balance - reserveBase : 0n;
  const state = new Overlay(ledger.state);
  const Sequence = tx.sequence.ticket ? line.nextSequence(account.Sequence) : tx.sequence.value;
  state.write({
    ...account,
    Balance: (balance - fees - (spend < free ? spend : free)).toString(),
    Sequence,
  } as AccountRoot);
  const { index, parent } = ledger;
  return { state, index, parent, open: true, has: (id) => ledger.has(id) };
}

/**
 * A fee that pays for all waiting transactions of the account takes them all into the ledger (rippled:
 * tryClearAccountQueueUpThruTx).
 */
function clearLine(
  { queue, ledger, tx, level, flags }: Candidate,
  line: QueuedAccount,
  relevant: readonly QueuedTransaction[],
): Verdict | undefined {
  const required = queue.metrics.requiredLevel(ledger.size);
  if (tx.sequence.ticket || level <= required || required <= BASE_LEVEL) return undefined;
  const before = relevant.filter((q) => compareSequence(q.tx.sequence, tx.sequence) < 0);
  const paid = before.reduce((sum, q) => sum + q.level, level);
  if (before.length === 0 || paid < queue.metrics.requiredSeriesLevel(ledger.size, before.length + 1)) return undefined;
  const trial = ledger.trial();
  for (const queued of before) if (!applyTransaction(trial, queued.tx).applied) return undefined;
  const { result, applied } = applyTransaction(trial, tx, flags);
  if (!applied) return undefined;
  trial.commit();
  for (const queued of [...before, line.at(tx.sequence)]) if (queued) queue.remove(queued);
  return { result, applied: true };
}

/**
 * In a full queue, the last transaction of the account that pays least gives way to one of another account that pays
 * more.
 */
function makesRoom({ queue, ledger, tx, level }: Candidate): boolean {
  const worst = queue.byFee(ledger.parent.header.hash).findLast((q) => q.tx.account !== tx.account);
  if (!worst) return false;
  const others = queue.of(worst.tx.account)!.transactions;
  const average = others.reduce((sum, q) => sum + q.level, 0n) / BigInt(others.length);
  if (level <= (worst.level <= level ? average : worst.level)) return false;
  queue.remove(others.at(-1)!);
  return true;
}
