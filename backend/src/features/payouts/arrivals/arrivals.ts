import type { CaseKind, EscrowEvent, EscrowFollowed, PayoutRunEvent } from '@tknest/contracts/events';
import { parseExactDown } from '@tknest/contracts/money';
import { ESCROW_CRUMB_BELOW } from '@tknest/contracts/rules';
import { commitOnce, writeTo } from '#platform/event-store/commit-once.js';
import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { inTurn } from '#platform/event-store/in-turn.js';
import type { HistoryGaps } from '#platform/ledger/history-gaps.js';
import { senderOf } from '#platform/ledger/sender.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { caseFold, caseIdOf, opening, type OpenCase } from '#features/operations-cases/rules.public.js';
import { openingPauseCase, pausedEvent } from '../transactions/pause.js';
import type { PayoutPorts } from '../transactions/ports.js';
import {
  bookByMark,
  booksOf,
  evolveEscrow,
  post,
  type AnyPosted,
  type EscrowState,
  type Purse,
} from '../escrow/escrow.decider.js';
import { receiveFee } from '../escrow/fees.decider.js';
import { endsByItself, runFold } from '../runs/run.state.js';
import { SMALL_ARRIVALS, markOf, reachOf, rlusdChange, type Purpose } from './arrival.rules.js';

/** A transaction of somebody else that changed the account's RLUSD. */
export interface Moved {
  transaction: LedgerTransaction;
  /** Decimal text with sign. */
  change: string;
}

/** What a transaction means to the books. */
export interface Judged {
  /** Null if money was clawed back. */
  purpose: Purpose | null;
  /** Whether one of the platform's payments may turn out to have brought it. */
  mayBePayment: boolean;
  /** The payment of the platform that brought it: its answer waits until that is known. */
  paymentId?: string | null;
}

export interface ArrivalPorts extends Pick<PayoutPorts, 'store' | 'ledger' | 'accounts' | 'settings' | 'turns'> {
  businessDate: PayoutPorts['businessDate'];
  /** The first ledger of the log. */
  firstLedger(): Promise<number>;
  /** Informed if no node has the next ledgers. */
  gaps?: Pick<HistoryGaps, 'waits' | 'goesOn'>;
}

/** What differs between the accounts. */
export interface Follower {
  purse: Purse;
  /**
   * Those that are not booked by what journaled them. Call it after reading the transactions, because a hash is
   * journaled before its blob is sent.
   */
  unbooked(moved: readonly Moved[]): Promise<readonly Moved[]>;
  judge(one: Moved): Promise<Judged>;
}

interface Names {
  followed: 'EscrowFollowed' | 'FeesFollowed';
  /** Stable name of this consumer, for reports about missing ledgers. */
  waiting: string;
  suspense: CaseKind;
  /** The account in sentences. */
  account: string;
}
const NAMES: Readonly<Record<Purse, Names>> = {
  payoutEscrow: {
    followed: 'EscrowFollowed',
    waiting: 'escrow-arrivals',
    suspense: 'escrow-suspense',
    account: 'the payout escrow',
  },
  feeWallet: {
    followed: 'FeesFollowed',
    waiting: 'fee-arrivals',
    suspense: 'fee-wallet-suspense',
    account: 'the fee wallet',
  },
};

/** The most ledgers per step. */
const LEDGERS_AT_ONCE = 1_000;
/** The cursor is recorded after this many ledgers even if nothing happened, because some nodes keep only 256. */
const CURSOR_EVERY_LEDGERS = 200;
const CURSOR_EVERY_MS = 300_000;
/** The newest ledgers are left for the next step: the log may not contain their signatures yet. */
const LEDGERS_BEHIND = 2;

/** An arrival that the books do not have yet, or money that was clawed back. */
type Seen = Moved & Judged;

/**
 * Books what reaches the escrow or the fee wallet, ledger by ledger. The cursor is recorded in the same commit as the
 * postings.
 */
export class Arrivals {
  /** The last ledger searched without a finding since the last recorded cursor. */
  private reached = 0;
  private notedAt = performance.now();

  private readonly names: Names;
  private readonly books: ReturnType<typeof booksOf>;

  constructor(
    private readonly ports: ArrivalPorts,
    private readonly of: Follower,
  ) {
    [this.names, this.books] = [NAMES[of.purse], booksOf(of.purse)];
  }

  /**
   * One step.
   * @param records whether the cursor is recorded even if nothing happened
   * @returns true if there are more ledgers to search @throws LedgerUnavailable
   */
  async follow(records = false): Promise<boolean> {
    const { ledger, store, turns } = this.ports;
    const { state: before, revision } = await load(store, this.books);
    const stored = before.followedTo || (await this.ports.firstLedger()) - 1;
    const from = Math.max(stored, this.reached) + 1;
    const newest = (await ledger.validatedIndex()) - LEDGERS_BEHIND;
    const last = Math.min(newest, from + LEDGERS_AT_ONCE - 1);
    if (last < from) return false;
    if (!(await ledger.holds(from, last))) {
      // Missing ledgers may contain an arrival, so the step waits.
      this.ports.gaps?.waits(this.names.waiting, from, last);
      return false;
    }
    this.ports.gaps?.goesOn(this.names.waiting);
    const { seen, to } = await this.seen(from, last);
    const isOld = records || to - stored >= CURSOR_EVERY_LEDGERS || performance.now() - this.notedAt >= CURSOR_EVERY_MS;
    if (seen.length === 0 && !isOld) {
      this.reached = to;
      return to < newest;
    }
    this.notedAt = performance.now();
    const businessDate = await this.ports.businessDate();
    await inTurn(turns, [this.books.stream], async () => {
      const escrow = await load(store, this.books);
      // Another instance, or the payment of one of these, may have changed the books, so everything is searched again.
      if (escrow.revision !== revision) return;
      // A read model tells what payments journaled; the books make sure that nothing is booked twice.
      const news = seen.filter(({ transaction }) => !escrow.state.bookedAhead.has(transaction.hash));
      const data = { toLedger: to, ...sendersOf(news) };
      const followed: EscrowEvent = { type: this.names.followed, data };
      const writes = [
        writeTo(escrow, [...this.postings(news, escrow.state), followed]),
        ...(await this.consequences(news, escrow.state)),
      ];
      await commitOnce(store, { decidedOn: escrow, correlationId: null, businessDate }, writes);
    });
    return to < newest;
  }

  /** What reached the account between two ledgers, limited to what fits into one commit. */
  private async seen(from: number, last: number): Promise<{ seen: Seen[]; to: number }> {
    const { ledger, accounts, settings } = this.ports;
    const own = await accounts.address(this.of.purse);
    const moved: Moved[] = [];
    for await (const transaction of ledger.history(own, from, last)) {
      // Transactions signed by the account itself are booked by the feature that journaled them.
      if (transaction.tx.Account === own || transaction.result !== 'tesSUCCESS') continue;
      const change = rlusdChange(transaction, own, settings.rlusdIssuer);
      if (parseExactDown(change) !== 0n) moved.push({ transaction, change });
    }
    const arrived = await this.of.unbooked(moved);
    const to = reachOf(
      arrived.map(({ transaction }) => transaction.ledgerIndex),
      last,
    );
    const seen: Seen[] = [];
    for (const one of arrived.filter(({ transaction }) => transaction.ledgerIndex <= to))
      seen.push({ ...one, ...(await this.of.judge(one)) });
    return { seen, to };
  }

  private postings(seen: readonly Seen[], state: EscrowState): EscrowEvent[] {
    const events: EscrowEvent[] = [];
    let now = state;
    for (const { transaction, change, purpose, mayBePayment } of seen) {
      const { hash, ledgerIndex } = transaction;
      const amount = parseExactDown(change);
      const arrival = { hash, ledgerIndex, delivered: change, note: purpose?.why ?? '' };
      const posted: AnyPosted = purpose
        ? purpose.isFee
          ? receiveFee(arrival, purpose.account, now)
          : bookByMark(arrival, purpose.account, mayBePayment, now)
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
    for (const one of seen)
      if (!one.purpose || (isSuspense(one.purpose) && !isSmall(one.purpose)))
        writes.push(...(await opening(store, this.caseOf(one))));
    if (seen.some(({ purpose }) => purpose && isSmall(purpose)))
      writes.push(...(await smallArrivalsCase(store, this.names)));
    if (seen.every(({ purpose }) => purpose) || this.of.purse !== 'payoutEscrow') return writes;
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

  private caseOf({ transaction, change, purpose, paymentId }: Seen): OpenCase {
    const { hash, tx, ledgerIndex } = transaction;
    const { wallet, tag } = senderOf(transaction);
    const { account, suspense } = this.names;
    const about = { subject: hash, txHash: hash, wallet };
    const { propertyId } = markOf(transaction);
    if (purpose)
      return {
        ...about,
        kind: suspense,
        propertyId,
        paymentId,
        summary: `RLUSD reached ${account} for an unknown purpose: ${purpose.why}.`,
        details: { amount: change, propertyId, ledgerIndex, ...(tag !== undefined && { sourceTag: tag }) },
      };
    const clawedBack = `The issuer of RLUSD clawed back money from ${account}.`;
    return {
      ...about,
      ...(this.of.purse === 'payoutEscrow'
        ? { kind: 'escrow-clawback', summary: `${clawedBack} Every payout run is paused.` }
        : { kind: 'unknown-ledger-payment', summary: `${clawedBack} No revenue is withdrawn until it is replaced.` }),
      details: { amount: change.slice(1), type: tx.TransactionType },
    };
  }
}

const isSuspense = ({ account }: Purpose) => account.startsWith('suspense/');
const isSmall = ({ account }: Purpose) => account === `suspense/${SMALL_ARRIVALS}`;

/** Recorded by a worker, because a case, which also names its sender, can be written by a web process. */
function sendersOf(seen: readonly Seen[]): Pick<EscrowFollowed['data'], 'senders' | 'tags'> {
  const asked = seen.filter(({ purpose }) => purpose && isSuspense(purpose) && !isSmall(purpose));
  const found = asked.map(({ transaction }) => ({ hash: transaction.hash, ...senderOf(transaction) }));
  const senders = found.map(({ hash, wallet }) => [hash, wallet]);
  const tags = found.flatMap(({ hash, tag }) => (tag === undefined ? [] : [[hash, tag]]));
  return {
    ...(senders.length > 0 && { senders: Object.fromEntries(senders) }),
    ...(tags.length > 0 && { tags: Object.fromEntries(tags) }),
  };
}

/**
 * The single case about small arrivals: no other opens while it is open. After somebody has resolved it, the next small
 * arrival opens another.
 */
async function smallArrivalsCase(store: EventStore, { suspense, account }: Names): Promise<StreamWrite[]> {
  for (let number = 1; ; number++) {
    const about = { kind: suspense, subject: `${SMALL_ARRIVALS}~${number}` };
    const { status } = (await load(store, caseFold(caseIdOf(about)))).state;
    if (status === 'resolved') continue;
    const summary =
      `Payments of less than ${ESCROW_CRUMB_BELOW} RLUSD reached ${account} for an unknown purpose. ` +
      'Resolve with "kept" to make all of them the platform’s own; otherwise they stay where they are.';
    return opening(store, { ...about, summary });
  }
}
