import { randomUUID } from 'node:crypto';
import { encode } from 'xrpl';
import { CURRENCY } from '@tknest/contracts/rules';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import type { AppendContext } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { accountFold, accountStream } from '#platform/ledger/accounts/account.state.js';
import { subjectNamedBy } from '#platform/ledger/accounts/settled-before.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { conflictOf, conflictStream } from '#features/platform-accounts/conflict-case.js';
import type { CourierPorts } from '#platform/ledger/transactions/courier-ports.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import type { Held, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { BUYERS, ISSUER } from '../purchases/purchase-cast.js';
import { Random } from '#platform/seeded-random.js';
import { SimLedger } from '../sim-ledger.js';

export const HOLDER = BUYERS[0]!.classicAddress;
export const ISSUER_ADDRESS = ISSUER.classicAddress;
const TICKETS = [101, 102, 103, 104];

/** The context of commands that nobody in particular sends. */
export function context(): AppendContext {
  const id = randomUUID();
  const actor = { wallet: null, role: 'system' } as const;
  return { metadata: { commandId: id, correlationId: id, causationId: id, actor, businessDate: '2026-01-01' } };
}

/** The process is gone: nothing after this happens. */
class Killed extends Error {}

/**
 * One operation of the issuer in a world in which everything that its engine does outside itself can be the last thing
 * it does.
 */
export abstract class OperationStory {
  private readonly clock = { now: () => new Date(0), sleep: async () => undefined };
  readonly store = new MemoryEventStore(this.clock);
  /** Drops above which nothing is signed. */
  maxFeeDrops = 50_000n;
  ledger: SimLedger;
  private readonly vault = new Map<string, string>();
  /** Counts down to the kill; at an even number before the deed, at an odd one after it. */
  killAt = Infinity;
  steps = 0;

  constructor(
    seed: number,
    private readonly id: string,
  ) {
    this.ledger = new SimLedger(new Random(seed), 'rRlusd', ISSUER_ADDRESS);
    this.ledger.accounts.set(ISSUER_ADDRESS, { sequence: 200, xrp: 100_000_000n });
    this.ledger.accounts.set(HOLDER, { sequence: 1, xrp: 100_000_000n });
    this.ledger.tickets.set(ISSUER_ADDRESS, new Set(TICKETS));
    this.ledger.lines.set(`${HOLDER}/${CURRENCY.token}`, { authorized: false, frozen: false });
  }

  protected abstract ownerOn(ports: OwnerPorts): TransactionOwner;

  /** The issuer's account with its tickets. */
  protected async open(): Promise<void> {
    const data = { name: 'issuer' as const, address: ISSUER_ADDRESS, seedItem: 'seed' };
    const made = { type: 'PlatformAccountMade', data };
    const tickets = { type: 'TicketsCreated', data: { name: 'issuer', tickets: TICKETS, hash: 'T' } };
    await this.store.append(accountStream('issuer'), 'none', [made, tickets], context());
  }

  /** A process of its own: what it remembered before is gone. */
  engine(): { advance(): Promise<unknown>; release(held: Held): Promise<void> } {
    const store = this.gated(this.store);
    const pool = new TicketPool(store, 'issuer');
    const ports: CourierPorts = {
      store,
      ledger: this.gated(this.ledger),
      clock: this.clock,
      blobs: this.gated({
        keep: async (_: string, blob: string) => {
          const id = `blob-${this.vault.size}`;
          this.vault.set(id, blob);
          return id;
        },
        open: async (item: string) => this.vault.get(item)!,
      }),
      accounts: {
        address: async () => ISSUER_ADDRESS,
        sign: async (_: string, transaction: Record<string, unknown>) => {
          const { tx_blob: blob, hash } = ISSUER.sign(transaction as never);
          return { blob, hash };
        },
        tickets: () => pool,
      },
      businessDate: async () => '2026-01-01',
      maySign: async () => true,
      collector: { collect: async () => ({ is: 'open' }) },
      refill: async () => undefined,
      conflict: (found) => conflictOf(store, found),
      conflictStream,
      maxFeeDrops: this.maxFeeDrops,
      turns: {},
    };
    const owner = this.ownerOn(ports);
    const courier = new Courier(ports, [owner]);
    return {
      advance: () => courier.advance(owner.kind, this.id),
      release: (held) => courier.release(owner.kind, this.id, held),
    };
  }

  /** A log that was restored from a backup: the ledger went on, and its gate has found what the log lacks. */
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
      const event = { type: 'UnknownTransactionSettled', data: settled };
      await this.store.append(accountStream('issuer'), 'exists', [event], context());
    }
    return this;
  }

  /** As programs before the courier kept them: a single blob by itself, not by its hash. */
  asOlderProgramsKept(): void {
    for (const [item, kept] of this.vault) this.vault.set(item, Object.values(JSON.parse(kept))[0] as string);
  }

  private gated<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const member = Reflect.get(object, name) as unknown;
        if (typeof member !== 'function') return member;
        // Streams of answers, and what needs no answer of anybody.
        if (name === 'closeIntervalMs' || name === 'read') return member.bind(object);
        return async (...args: unknown[]) => {
          this.mayBeKilled();
          const result: unknown = await member.apply(object, args);
          this.mayBeKilled();
          return result;
        };
      },
    });
  }

  private mayBeKilled(): void {
    if (this.steps++ === this.killAt) throw new Killed();
  }

  /** Advances while ledgers close. */
  async run(rounds = 80): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      try {
        await this.engine().advance();
      } catch (error) {
        // After a lost answer or a kill, the next process begins with the log.
        if (!(error instanceof Killed) && !(error instanceof LedgerUnavailable)) throw error;
        if (this.killAt % 4 < 2) this.ledger.loseOpenLedger();
      }
      this.ledger.close();
    }
  }

  /** Every ticket is free or burned, and everything on the ledger was journaled before. */
  async ticketsAndJournal(stream: string, type: string) {
    const account = (await load(this.store, accountFold('issuer'))).state;
    const journaled = new Set<string>();
    for await (const event of this.store.read(stream)) if (event.type === type) journaled.add(event.data.hash);
    return {
      assigned: [...account.assigned],
      freeAsOnLedger:
        JSON.stringify(account.free) ===
        JSON.stringify([...this.ledger.tickets.get(ISSUER_ADDRESS)!].sort((a, b) => a - b)),
      unjournaled: [...this.ledger.applied.keys()].filter((hash) => !journaled.has(hash)),
    };
  }

  /** All of it again, ended by a kill at every place where something is done outside. */
  static async killedEverywhere<S extends OperationStory>(
    tell: (seed: number) => Promise<S>,
    expectation: (story: S) => Promise<void>,
  ): Promise<number> {
    const whole = await tell(1);
    await whole.run();
    for (let killAt = 0; killAt < whole.steps; killAt++) {
      const story = await tell(killAt + 2);
      story.steps = 0;
      story.killAt = killAt;
      await story.run();
      await expectation(story);
    }
    return whole.steps;
  }
}

export const WELL = { assigned: [], freeAsOnLedger: true, unjournaled: [] };
