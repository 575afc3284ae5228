import { describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { issuanceEngine, type IssuancePorts } from '../features/issuance/issuance.recipe.js';
import { issuanceFold, issuanceStream, orderIssuance, type Order } from '../features/issuance/issuance.decider.js';
import { handleCommand } from '../platform/event-store/decider.js';
import { load } from '../platform/event-store/folding.js';
import { MemoryEventStore } from '../platform/event-store/memory/memory-event-store.js';
import { context } from '../platform/event-store/testing/adapter.js';
import { accountFold, accountStream } from '../platform/ledger/accounts/account.state.js';
import { TicketPool } from '../platform/ledger/accounts/ticket-pool.js';
import { LedgerUnavailable } from '../platform/ledger/ledger-port.js';
import { BUYERS, ISSUER } from './cast.js';
import { Random } from './random.js';
import { SimLedger } from './sim-ledger.js';

const HOLDER = BUYERS[0]!.classicAddress;
const ISSUER_ADDRESS = ISSUER.classicAddress;
const ORDER: Order = {
  issuanceId: '2f1d2a53-8f0b-5d7e-9a44-6b1c0c8f7a10',
  recipient: HOLDER,
  tokens: 250,
  source: 'hand',
  paymentId: null,
};
const TICKETS = [101, 102, 103, 104];

/** The process is gone: nothing after this happens. */
class Killed extends Error {}

/** A world in which everything that the engine does outside itself can be the last thing it does. */
class Story {
  readonly store = new MemoryEventStore({ now: () => new Date(0), sleep: async () => undefined });
  readonly ledger: SimLedger;
  private readonly vault = new Map<string, string>();
  verified = true;
  /** Counts down to the kill; at an even number before the deed, at an odd one after it. */
  killAt = Infinity;
  steps = 0;

  constructor(seed: number) {
    this.ledger = new SimLedger(new Random(seed), 'rRlusd', ISSUER_ADDRESS);
    this.ledger.accounts.set(ISSUER_ADDRESS, { sequence: 200, xrp: 100_000_000n });
    this.ledger.tickets.set(ISSUER_ADDRESS, new Set(TICKETS));
    this.ledger.lines.set(`${HOLDER}/${CURRENCY.token}`, { authorized: false, frozen: false });
  }

  async order(): Promise<void> {
    const data = { name: 'issuer' as const, address: ISSUER_ADDRESS, seedItem: 'seed' };
    const made = { type: 'PlatformAccountMade', data };
    const tickets = { type: 'TicketsCreated', data: { name: 'issuer', tickets: TICKETS, hash: 'T' } };
    await this.store.append(accountStream('issuer'), 'none', [made, tickets], context());
    await handleCommand(this.store, issuanceFold(ORDER.issuanceId), (state) => orderIssuance(ORDER, state), context());
  }

  /** A process of its own: what it remembered before is gone. */
  engine() {
    const store = this.gated(this.store);
    const pool = new TicketPool(store, 'issuer');
    return issuanceEngine({
      store,
      ledger: this.gated(this.ledger),
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
      isVerified: async () => this.verified,
    } satisfies IssuancePorts);
  }

  private gated<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const member = Reflect.get(object, name) as unknown;
        if (typeof member !== 'function' || name === 'closeIntervalMs' || name === 'read') return member;
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
        await this.engine().advance(ORDER.issuanceId);
      } catch (error) {
        // A lost answer, or the kill: the next process begins where the log stands.
        if (!(error instanceof Killed) && !(error instanceof LedgerUnavailable)) throw error;
        if (this.killAt % 4 < 2) this.ledger.loseOpenLedger();
      }
      this.ledger.close();
    }
  }

  async expectIssuedOnce(): Promise<void> {
    const { state } = await load(this.store, issuanceFold(ORDER.issuanceId));
    expect(state.phase).toBe('issued');
    expect(this.ledger.balance(HOLDER, CURRENCY.token)).toBe(250_000_000n);
    const account = (await load(this.store, accountFold('issuer'))).state;
    expect([...account.assigned]).toEqual([]);
    expect(account.free).toEqual([...this.ledger.tickets.get(ISSUER_ADDRESS)!].sort());
    const journalled = new Set<string>();
    for await (const { type, data } of this.store.read(issuanceStream(ORDER.issuanceId)))
      if (type === 'TokenIssuanceSubmitted') journalled.add(data.hash);
    expect([...this.ledger.applied.keys()].filter((hash) => !journalled.has(hash))).toEqual([]);
  }
}

describe('Tokens issued by hand', () => {
  it('reach their holder once: the line is authorised, then they are issued', async () => {
    const story = new Story(1);
    await story.order();
    await story.run();
    await story.expectIssuedOnce();
    const memo = [...story.ledger.applied.values()].at(-1)!.transaction.Memos[0].Memo;
    expect(Buffer.from(memo.MemoData, 'hex').toString()).toBe('{"property":null,"purchase":null,"tokens":250}');
  });

  it('a crash at any line neither doubles nor loses them', async () => {
    const whole = new Story(1);
    await whole.order();
    await whole.run();
    expect(whole.steps).toBeGreaterThan(30);
    for (let killAt = 0; killAt < whole.steps; killAt++) {
      const story = new Story(killAt + 2);
      await story.order();
      story.killAt = killAt;
      await story.run();
      await story.expectIssuedOnce();
    }
  });

  it('what no ledger took in time is signed again on its own ticket', async () => {
    const story = new Story(5);
    await story.order();
    for (let round = 0; round < 50; round++) {
      await story
        .engine()
        .advance(ORDER.issuanceId)
        .catch(() => undefined);
      story.ledger.loseOpenLedger();
      story.ledger.close();
    }
    expect(story.ledger.applied.size).toBe(0);
    await story.run();
    await story.expectIssuedOnce();
  });

  it('two processes at once issue them once', async () => {
    const story = new Story(7);
    await story.order();
    for (let round = 0; round < 80; round++) {
      await Promise.allSettled([story.engine(), story.engine()].map((one) => one.advance(ORDER.issuanceId)));
      story.ledger.close();
    }
    await story.expectIssuedOnce();
  });

  it('are refused, with nothing signed, where the verification has lapsed or the line is gone', async () => {
    for (const [spoil, message] of [
      [(story: Story) => (story.verified = false), 'The recipient is not verified'],
      [(story: Story) => story.ledger.lines.clear(), 'The recipient has no TKNEST trust line'],
    ] as const) {
      const story = new Story(3);
      await story.order();
      spoil(story);
      await story.run(3);
      const { state } = await load(story.store, issuanceFold(ORDER.issuanceId));
      expect([state.phase, state.error, story.ledger.applied.size]).toEqual(['failed', message, 0]);
    }
  });
});
