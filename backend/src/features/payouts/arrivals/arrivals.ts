import type { EscrowEvent, EscrowFollowed, PayoutRunEvent } from '@tknest/contracts/events';
import { parseExactDown } from '@tknest/contracts/money';
import { ESCROW_CRUMB_BELOW } from '@tknest/contracts/rules';
import { commitOnce, writeTo } from '#platform/event-store/commit-once.js';
import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { inTurn } from '#platform/event-store/in-turn.js';
import type { HistoryGaps } from '#platform/ledger/history-gaps.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { caseFold, caseIdOf, opening, type OpenCase } from '#features/operations-cases/rules.public.js';
import { openingPauseCase, pausedEvent } from '../transactions/pause.js';
import type { PayoutPorts } from '../transactions/ports.js';
import { bookByMark, escrowFold, evolveEscrow, post, type EscrowState } from '../escrow/escrow.decider.js';
import { endsByItself, runFold } from '../runs/run.state.js';
import { SMALL_ARRIVALS, markOf, purposeOf, reachOf, rlusdChange, type Purpose } from './arrival.rules.js';

export interface ArrivalPorts extends PayoutPorts {
  /**
   * Which of these hashes are journaled by the platform's payments and runs. Call it after reading the transactions,
   * because a hash is journaled before its blob is sent.
   */
  journaled(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Null if there is no such property. */
  ownerOf(propertyId: number): Promise<string | null>;
  /** The landlord's properties with an open loan. */
  runningLoans(owner: string): Promise<readonly number[]>;
  isAdmin(wallet: string): boolean;
  /** Whether it is a refund that the platform prepared. */
  isPreparedRefund(transaction: LedgerTransaction): Promise<boolean>;
  /** Whether a wallet ever started a payment to the escrow. */
  paysEscrow(wallet: string): Promise<boolean>;
  /** The first ledger of the log. */
  firstLedger(): Promise<number>;
  /** Informed if no node has the next ledgers. */
  gaps?: Pick<HistoryGaps, 'waits' | 'goesOn'>;
}

/** Stable name of this consumer, for reports about missing ledgers. */
const WAITING = 'escrow-arrivals';
/** The most ledgers per step. */
const LEDGERS_AT_ONCE = 1_000;
/** The cursor is recorded after this many ledgers even if nothing happened, because some nodes keep only 256. */
const CURSOR_EVERY_LEDGERS = 200;
const CURSOR_EVERY_MS = 300_000;
/** The newest ledgers are left for the next step: the log may not contain their signatures yet. */
const LEDGERS_BEHIND = 2;

/** An arrival outside the platform's payments, or money that was clawed back. */
interface Seen {
  transaction: LedgerTransaction;
  change: string;
  purpose: Purpose | null;
  mayBePayment: boolean;
}

/**
 * Books what reaches the escrow from outside, ledger by ledger. The cursor is recorded in the same commit as the
 * postings.
 */
export class Arrivals {
  /** The last ledger searched without a finding since the last recorded cursor. */
  private reached = 0;
  private notedAt = performance.now();

  constructor(private readonly ports: ArrivalPorts) {}

  /** One step. @returns true if there are more ledgers to search @throws LedgerUnavailable */
  async follow(): Promise<boolean> {
    const { ledger, store, turns } = this.ports;
    const { state: before, revision } = await load(store, escrowFold);
    const stored = before.followedTo || (await this.ports.firstLedger()) - 1;
    const from = Math.max(stored, this.reached) + 1;
    const newest = (await ledger.validatedIndex()) - LEDGERS_BEHIND;
    const last = Math.min(newest, from + LEDGERS_AT_ONCE - 1);
    if (last < from) return false;
    if (!(await ledger.holds(from, last))) {
      // Missing ledgers may contain an arrival, so the step waits.
      this.ports.gaps?.waits(WAITING, from, last);
      return false;
    }
    this.ports.gaps?.goesOn(WAITING);
    const { seen, to } = await this.seen(from, last);
    const isOld = to - stored >= CURSOR_EVERY_LEDGERS || performance.now() - this.notedAt >= CURSOR_EVERY_MS;
    if (seen.length === 0 && !isOld) {
      this.reached = to;
      return to < newest;
    }
    this.notedAt = performance.now();
    const businessDate = await this.ports.businessDate();
    await inTurn(turns, [escrowFold.stream], async () => {
      const escrow = await load(store, escrowFold);
      // Another instance, or the payment of one of these, may have changed the books, so everything is searched again.
      if (escrow.revision !== revision) return;
      // A read model tells what payments journaled; the books make sure that nothing is booked twice.
      const news = seen.filter(({ transaction }) => !escrow.state.bookedAhead.has(transaction.hash));
      const data = { toLedger: to, ...sendersOf(news) };
      const followed = { type: 'EscrowFollowed', data } as const;
      const writes = [
        writeTo(escrow, [...this.postings(news, escrow.state), followed]),
        ...(await this.consequences(news, escrow.state)),
      ];
      await commitOnce(store, { decidedOn: escrow, correlationId: null, businessDate }, writes);
    });
    return to < newest;
  }

  /** What reached the escrow between two ledgers, limited to what fits into one commit. */
  private async seen(from: number, last: number): Promise<{ seen: Seen[]; to: number }> {
    const { ledger, accounts, settings, journaled } = this.ports;
    const escrow = await accounts.address('payoutEscrow');
    const moved: { transaction: LedgerTransaction; change: string }[] = [];
    for await (const transaction of ledger.history(escrow, from, last)) {
      // Transactions signed by the escrow itself are booked by the feature that journaled them.
      if (transaction.tx.Account === escrow || transaction.result !== 'tesSUCCESS') continue;
      const change = rlusdChange(transaction, escrow, settings.rlusdIssuer);
      if (parseExactDown(change) !== 0n) moved.push({ transaction, change });
    }
    const known = await journaled(moved.map(({ transaction }) => transaction.hash));
    const arrived = moved.filter(({ transaction }) => !known.has(transaction.hash));
    const to = reachOf(
      arrived.map(({ transaction }) => transaction.ledgerIndex),
      last,
    );
    const seen: Seen[] = [];
    for (const one of arrived.filter(({ transaction }) => transaction.ledgerIndex <= to)) {
      const { transaction, change } = one;
      const isPreparedRefund = markOf(transaction).refund && (await this.ports.isPreparedRefund(transaction));
      seen.push({
        ...one,
        purpose: change.startsWith('-') ? null : await this.purpose(transaction, change, isPreparedRefund),
        // Also a refund of a wallet that, in a restored log, never began a payment.
        mayBePayment: isPreparedRefund || (await this.ports.paysEscrow(transaction.tx.Account)),
      });
    }
    return { seen, to };
  }

  private async purpose(transaction: LedgerTransaction, change: string, isPreparedRefund: boolean): Promise<Purpose> {
    const wallet = transaction.tx.Account as string;
    const mark = markOf(transaction);
    const arrived = { hash: transaction.hash, amount: parseExactDown(change), isPreparedRefund };
    return purposeOf(arrived, mark, {
      wallet,
      isAdmin: this.ports.isAdmin(wallet),
      isHeld: (await this.ports.blocked([wallet])).has(wallet),
      ownerOfMarked: mark.propertyId === null ? null : await this.ports.ownerOf(mark.propertyId),
      runningLoans: await this.ports.runningLoans(wallet),
    });
  }

  private postings(seen: readonly Seen[], state: EscrowState): EscrowEvent[] {
    const events: EscrowEvent[] = [];
    let now = state;
    for (const { transaction, change, purpose, mayBePayment } of seen) {
      const { hash, ledgerIndex } = transaction;
      const amount = parseExactDown(change);
      const posted = purpose
        ? bookByMark({ hash, ledgerIndex, delivered: change, note: purpose.why }, purpose.account, mayBePayment, now)
        : post(
            {
              postingId: `clawed-back/${hash}`,
              kind: 'clawed-back',
              entries: [
                { account: 'ledger', amount: -amount },
                { account: 'loss', amount },
              ],
              hash,
              ledgerIndex,
            },
            now,
          );
      events.push(posted);
      now = evolveEscrow(now, posted);
    }
    return events;
  }

  /** Opens cases; after a clawback, also pauses every run that still holds money. */
  private async consequences(seen: readonly Seen[], state: EscrowState): Promise<StreamWrite[]> {
    const { store } = this.ports;
    const writes: StreamWrite[] = [];
    for (const { transaction, change, purpose } of seen)
      if (!purpose || (isSuspense(purpose) && !isSmall(purpose)))
        writes.push(...(await opening(store, caseOf(transaction, change, purpose))));
    if (seen.some(({ purpose }) => purpose && isSmall(purpose))) writes.push(...(await smallArrivalsCase(store)));
    if (seen.every(({ purpose }) => purpose)) return writes;
    const found = {
      cause: 'clawback' as const,
      reason: 'The issuer of RLUSD clawed back money from the payout escrow.',
    };
    for (const account of state.balances.keys()) {
      if (!account.startsWith('run/')) continue;
      const run = await load(store, runFold(account.slice('run/'.length)));
      // A run paused for another reason, which would resume by itself, must wait for a person too.
      if (run.state.paused && !endsByItself(run.state)) continue;
      const paused: PayoutRunEvent = pausedEvent(run.state, found);
      writes.push(writeTo(run, [paused]), ...(await openingPauseCase(store, run.state, found)));
    }
    return writes;
  }
}

const isSuspense = ({ account }: Purpose) => account.startsWith('suspense/');
const isSmall = ({ account }: Purpose) => account === `suspense/${SMALL_ARRIVALS}`;

/** Recorded by a worker, because a case, which also names its sender, can be written by a web process. */
function sendersOf(seen: readonly Seen[]): Pick<EscrowFollowed['data'], 'senders' | 'tags'> {
  const asked = seen.filter(({ purpose }) => purpose && isSuspense(purpose) && !isSmall(purpose));
  const senders = asked.map(({ transaction: { hash, tx } }) => [hash, tx.Account as string]);
  const tags = asked.flatMap(({ transaction: { hash, tx } }) =>
    tx.SourceTag === undefined ? [] : [[hash, tx.SourceTag]],
  );
  return {
    ...(senders.length > 0 && { senders: Object.fromEntries(senders) }),
    ...(tags.length > 0 && { tags: Object.fromEntries(tags) }),
  };
}

function caseOf({ hash, tx }: LedgerTransaction, change: string, purpose: Purpose | null): OpenCase {
  const about = { subject: hash, txHash: hash, wallet: tx.Account as string };
  if (!purpose)
    return {
      ...about,
      kind: 'escrow-clawback',
      summary: 'The issuer of RLUSD clawed back money from the payout escrow. Every payout run is paused.',
      details: { amount: change.slice(1), type: tx.TransactionType },
    };
  const { propertyId } = markOf({ hash, tx } as LedgerTransaction);
  return {
    ...about,
    kind: 'escrow-suspense',
    propertyId,
    summary: `RLUSD reached the payout escrow for an unknown purpose: ${purpose.why}.`,
    details: { amount: change, propertyId, ...(tx.SourceTag !== undefined && { sourceTag: tx.SourceTag }) },
  };
}

/**
 * The single case about small arrivals: no other opens while it is open. After somebody has resolved it, the next small
 * arrival opens another.
 */
async function smallArrivalsCase(store: EventStore): Promise<StreamWrite[]> {
  for (let number = 1; ; number++) {
    const about = { kind: 'escrow-suspense', subject: `${SMALL_ARRIVALS}~${number}` } as const;
    const { status } = (await load(store, caseFold(caseIdOf(about)))).state;
    if (status === 'resolved') continue;
    const summary =
      `Payments of less than ${ESCROW_CRUMB_BELOW} RLUSD reached the payout escrow for an unknown purpose. ` +
      'Resolve with "kept" to make all of them the platform’s own; otherwise they stay where they are.';
    return opening(store, { ...about, summary });
  }
}
