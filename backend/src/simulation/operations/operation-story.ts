import { encode } from 'xrpl';
import { CURRENCY } from '@tknest/contracts/rules';
import { conflictOf } from '#features/platform-accounts/conflict-case.js';
import { load, type Folded } from '#platform/event-store/folding.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { accountFold, accountStream } from '#platform/ledger/accounts/account.state.js';
import { subjectNamedBy } from '#platform/ledger/accounts/settled-before.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import type { Held, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { Random } from '#platform/seeded-random.js';
import { gated } from '../gated.js';
import { ALONE, signingFor } from '../instance.js';
import { BUYERS, ISSUER } from '../purchases/purchase-cast.js';
import { Killed } from '../scheduler.js';
import { SimLedger } from '../sim-ledger.js';
import { RLUSD_ISSUER, World } from '../world.js';

export const HOLDER = BUYERS[0]!.classicAddress;
export const ISSUER_ADDRESS = ISSUER.classicAddress;
const TICKETS = [101, 102, 103, 104];

/** What the issuer does with one transaction after another. */
export interface Operation {
  name: string;
  id: string;
  fold: Folded<any, any>;
  /** The type of the event that journals what it signs. */
  signed: string;
  /** External calls that the whole of it needs at least. */
  calls: number;
  order(story: OperationStory): Promise<unknown>;
  owner(ports: OwnerPorts, story: OperationStory): TransactionOwner;
  /** What the log and the ledger show of it, next to its phase; `done` once it is done. */
  outcome(story: OperationStory): Promise<object>;
  done: object;
}

/** One operation of the issuer, in a world in which the process may be killed at every external call of its engine. */
export class OperationStory extends World {
  /** Drops above which nothing is signed. */
  maxFeeDrops = 50_000n;
  /** The holder is not verified, or is suspended. */
  isBarred = false;
  /** Counts down to the kill; at an even number before the call, at an odd one after it. */
  killAt = Infinity;
  steps = 0;

  private constructor(
    seed: number,
    private readonly operation: Operation,
  ) {
    super(seed, {}, { beginsOn: '2026-01-01', signers: { issuer: ISSUER }, ledger: SimLedger });
    // Ids do not consume the ledger's random numbers.
    this.ledger = new SimLedger(new Random(seed), RLUSD_ISSUER, ISSUER_ADDRESS);
    this.ledger.accounts.set(ISSUER_ADDRESS, { sequence: 200, xrp: 100_000_000n });
    this.ledger.accounts.set(HOLDER, { sequence: 1, xrp: 100_000_000n });
    this.ledger.tickets.set(ISSUER_ADDRESS, new Set(TICKETS));
    this.ledger.lines.set(`${HOLDER}/${CURRENCY.token}`, { authorized: false, frozen: false });
  }

  /** The issuer has its account with its tickets, and the operation is ordered. */
  static async of(operation: Operation, seed: number): Promise<OperationStory> {
    const story = new OperationStory(seed, operation);
    await story.recordPlatformAccounts();
    const made = { type: 'TicketsCreated', data: { name: 'issuer', tickets: TICKETS, hash: 'T' } };
    await story.append(accountStream('issuer'), [made]);
    await operation.order(story);
    return story;
  }

  /** A new process: its earlier memory is lost. */
  engine(): { advance(): Promise<unknown>; release(held: Held): Promise<void> } {
    const { store, ledger, blobs } = gated(this, { store: this.store, ledger: this.ledger, blobs: this.blobs });
    const pool = new TicketPool(store, 'issuer');
    const ports = {
      ...ALONE,
      store,
      ledger,
      blobs,
      clock: this.clock,
      accounts: signingFor(this.signers, () => pool),
      businessDate: async () => this.today,
      maySign: async () => true,
      conflict: (found: Parameters<typeof conflictOf>[1]) => conflictOf(store, found),
      maxFeeDrops: this.maxFeeDrops,
      turns: {},
    };
    const owner = this.operation.owner(ports, this);
    const courier = new Courier(ports, [owner]);
    return {
      advance: () => courier.advance(owner.kind, this.operation.id),
      release: (held) => courier.release(owner.kind, this.operation.id, held),
    };
  }

  /** Every external call passes here before and after. */
  async gate(label: string): Promise<void> {
    if (this.steps++ === this.killAt) throw new Killed(label);
  }

  /** A log restored from a backup: the ledger has continued, and the signing gate has found what the log lacks. */
  async restoredBeside({ ledger }: OperationStory): Promise<this> {
    this.ledger = ledger;
    for (const { hash, transaction, ledgerIndex, result } of ledger.applied.values()) {
      const found = {
        hash,
        ledgerIndex,
        result,
        ticket: transaction.TicketSequence,
        blob: encode(transaction as never),
      };
      const data = { ...found, name: 'issuer', what: transaction.TransactionType, sequence: null, tickets: [] };
      const settled = { ...data, how: 'adopted', subject: subjectNamedBy(transaction) };
      await this.append(accountStream('issuer'), [{ type: 'UnknownTransactionSettled', data: settled }]);
    }
    return this;
  }

  /** Advances while ledgers close. */
  async run(rounds = 80): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      try {
        await this.engine().advance();
      } catch (error) {
        // After a lost response or a kill, the next process begins with the log.
        if (!(error instanceof Killed) && !(error instanceof LedgerUnavailable)) throw error;
        if (this.killAt % 4 < 2) this.ledger.loseOpenLedger();
      }
      this.ledger.close();
    }
  }

  async state() {
    return (await load(this.store, this.operation.fold)).state;
  }

  async eventsOf(stream: string, type: string): Promise<RecordedEvent['data'][]> {
    const found = [];
    for await (const event of this.store.read(stream)) if (event.type === type) found.push(event.data);
    return found;
  }

  /** What is done; every ticket is free or burned, and everything on the ledger was journaled before. */
  async outcome() {
    const { assigned, free } = (await load(this.store, accountFold('issuer'))).state;
    const { fold, signed } = this.operation;
    const journaled = new Set((await this.eventsOf(fold.stream, signed)).map(({ hash }) => hash));
    return {
      ...(await this.operation.outcome(this)),
      phase: (await this.state()).phase,
      assigned: [...assigned],
      isFreeOnLedger: free.join() === [...this.ledger.tickets.get(ISSUER_ADDRESS)!].sort((a, b) => a - b).join(),
      unjournaled: [...this.ledger.applied.keys()].filter((hash) => !journaled.has(hash)),
    };
  }
}
