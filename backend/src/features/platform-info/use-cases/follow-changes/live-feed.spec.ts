import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LiveChange, UserRole } from '@tknest/contracts/api';
import type { Response } from 'express';
import type { DataSource } from 'typeorm';
import { EventEmitter } from 'node:events';
import type { EventStore, RecordedEvent } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import type { ReadModels } from '#platform/projections/read-models.js';
import type { SessionService } from '#platform/sessions/session-service.js';
import { topicsFor } from './live.controller.js';
import { LiveFeed, STREAMS_MAX, STREAMS_TOTAL_MAX } from './live-feed.js';

const wallet = (letter: string) => `r${letter.repeat(33)}`;
const [BUYER, OWNER, OTHER, ADMIN] = ['B', 'C', 'D', 'E'].map(wallet) as [string, string, string, string];

/** A client's connection that accepts what is written, or stops reading. */
class Client extends EventEmitter {
  readonly received: string[] = [];
  takes = true;
  isOpen = true;
  set(): void {}
  write(text: string): boolean {
    this.received.push(text);
    return this.takes;
  }
  end(): void {
    if (this.isOpen) this.emit('close');
    this.isOpen = false;
  }
  destroy(): void {
    this.end();
  }
  get changes(): LiveChange[] {
    return this.received
      .filter((text) => text.startsWith('event: changed'))
      .map((text) => JSON.parse(text.split('data: ')[1]!) as LiveChange);
  }
  get names(): string[] {
    return this.changes.flatMap(({ readModels }) => readModels);
  }
}

class World {
  readonly changes = new EventEmitter<{ changed: [string, boolean] }>();
  /** Events folded since the last call, by read model. */
  readonly facts = new Map<string, RecordedEvent[]>();
  readonly ended = new Set<string>();
  readonly roles = new Map<string, UserRole>();
  fails = false;
  private at = 0;
  readonly feed: LiveFeed;

  constructor() {
    const models = {
      changes: this.changes,
      names: () => ['properties', 'purchases', 'transactions', 'proposals', 'persons'],
      positionOf: () => String(++this.at).padStart(20, '0'),
      folded: (name: string) => {
        const facts = this.facts.get(name) ?? [];
        this.facts.delete(name);
        return Promise.resolve(facts);
      },
    };
    const sessions = {
      stillOpen: (ids: string[]) =>
        this.fails
          ? Promise.reject(new Error('no database'))
          : Promise.resolve(
              new Map(ids.filter((id) => !this.ended.has(id)).map((id) => [id, this.roles.get(id) ?? 'investor'])),
            ),
    };
    const db = { query: () => Promise.resolve([{ id: 7, owner: OWNER, hidden: false, holders: [] }]) };
    const store = {
      async *read() {
        yield { data: { payer: BUYER, payee: OWNER } };
      },
    };
    this.feed = new LiveFeed(
      models as unknown as ReadModels,
      sessions as unknown as SessionService,
      db as unknown as DataSource,
      store as unknown as EventStore,
    );
  }

  listen(who: string | null, role: UserRole = 'investor', asked?: string): Client {
    const client = new Client();
    const session = who ? ({ id: `${who} ${role}`, wallet: who, role } as Session) : null;
    if (session) this.roles.set(session.id, role);
    this.feed.stream(who ?? 'address', session, topicsFor(session, asked), client as unknown as Response);
    return client;
  }

  happen(stream: string, type: string, data: object, ...names: string[]): void {
    const event = { stream, type, data, metadata: { actor: { wallet: null } } } as unknown as RecordedEvent;
    for (const name of names) {
      this.facts.set(name, [...(this.facts.get(name) ?? []), event]);
      this.changes.emit('changed', name, false);
    }
  }
  buy(by = BUYER) {
    this.happen('listing-7', 'TokensPurchased', { propertyId: 7, wallet: by }, 'properties', 'purchases');
  }
}

describe('the live feed', () => {
  let world: World;
  beforeEach(() => {
    jest.useFakeTimers();
    world = new World();
  });
  afterEach(() => {
    world.feed.onApplicationShutdown();
    jest.useRealTimers();
  });
  const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('tells everybody of properties, and each of their own matters alone', async () => {
    const [visitor, buyer, owner, other] = [null, BUYER, OWNER, OTHER].map((who) => world.listen(who));
    const admin = world.listen(ADMIN, 'admin');
    world.buy();
    world.happen('payment-1', 'PaymentCompleted', { paymentId: '1' }, 'transactions');
    world.happen('proposal-1', 'ProposalMade', { by: BUYER }, 'proposals');
    await after(100);
    expect(visitor!.changes).toEqual([{ readModels: ['properties'], properties: [7] }]);
    expect(other!.changes).toEqual(visitor!.changes);
    for (const concerned of [buyer, owner])
      expect(concerned!.names.sort()).toEqual(['properties', 'purchases', 'transactions']);
    expect(admin.names.sort()).toEqual(['properties', 'proposals', 'purchases', 'transactions']);
  });

  it('tells a session that has ended nothing more, and ends its stream even where nothing changes', async () => {
    const [buyer, quiet] = [world.listen(BUYER), world.listen(OTHER)];
    world.ended.add(`${BUYER} investor`).add(`${OTHER} investor`);
    world.buy();
    await after(100);
    expect(buyer.names).toEqual([]);
    expect(buyer.isOpen).toBe(false);
    await after(2_000);
    expect(quiet.isOpen).toBe(false);
  });

  it('ends the stream of somebody whose role is another now', async () => {
    const admin = world.listen(ADMIN, 'admin');
    world.roles.set(`${ADMIN} admin`, 'investor');
    world.happen('proposal-1', 'ProposalMade', { by: BUYER }, 'proposals');
    await after(100);
    expect(admin.names).toEqual([]);
    expect(admin.isOpen).toBe(false);
  });

  it('keeps own matters until it is known who is still signed in', async () => {
    const buyer = world.listen(BUYER);
    world.fails = true;
    world.buy();
    await after(1_000);
    expect(buyer.names).toEqual([]);
    world.fails = false;
    await after(2_000);
    expect(buyer.names.sort()).toEqual(['properties', 'purchases']);
  });

  it('says that anything may have changed where a read model was built anew', async () => {
    const [visitor, other] = [world.listen(null), world.listen(OTHER)];
    for (const name of ['properties', 'persons', 'proposals']) world.changes.emit('changed', name, true);
    await after(100);
    expect(visitor.changes).toEqual([{ readModels: ['properties'] }]);
    expect(other.names.sort()).toEqual(['persons', 'properties', 'properties']);
  });

  it('tells of a burst at once, and then seldom', async () => {
    const visitor = world.listen(null);
    world.buy();
    await after(100);
    expect(visitor.changes).toHaveLength(1);
    for (let n = 0; n < 200; n++) {
      world.buy();
      await after(50);
    }
    expect(visitor.changes.length).toBeGreaterThan(4);
    expect(visitor.changes.length).toBeLessThan(10);
    const told = visitor.changes.length;
    await after(5_000);
    expect(visitor.changes.length - told).toBeLessThan(2);
  });

  it('tells only what was asked for, and refuses what the session may not hear', async () => {
    const eight = world.listen(null, 'investor', 'property:8');
    const seven = world.listen(null, 'investor', 'property:8,property:7');
    const own = world.listen(BUYER, 'investor', 'own');
    const office = world.listen(ADMIN, 'admin', 'office');
    world.buy();
    await after(100);
    expect([eight, seven, own, office].map(({ names }) => names)).toEqual([
      [],
      ['properties'],
      ['purchases'],
      ['purchases'],
    ]);
    expect(() => world.listen(null, 'investor', 'own')).toThrow('Please sign in');
    expect(() => world.listen(BUYER, 'investor', 'office')).toThrow('your role can’t');
  });

  it('holds at most 20 streams a person, and nobody else is hurt', async () => {
    const clients = Array.from({ length: STREAMS_MAX }, () => world.listen(BUYER));
    for (let n = 0; n < 40; n++) expect(() => world.listen(BUYER)).toThrow('At most 20 live feeds');
    const other = world.listen(OTHER);
    world.buy();
    await after(100);
    expect(other.names).toEqual(['properties']);
    clients[0]!.destroy();
    world.listen(BUYER);
    expect(() => world.listen(BUYER)).toThrow('At most 20 live feeds');
  });

  it('holds a bounded number of streams of everybody, and takes another once one is closed', () => {
    const all = Array.from({ length: STREAMS_TOTAL_MAX }, (_, n) => world.listen(`r${Math.floor(n / STREAMS_MAX)}`));
    expect(() => world.listen(OTHER)).toThrow('Too many live feeds are open');
    all[0]!.destroy();
    world.listen(OTHER);
    expect(() => world.listen(OTHER)).toThrow('Too many live feeds are open');
  });

  it('writes nothing more to a client that does not take it, tells it all at once when it does, and ends it at last', async () => {
    const [slow, quick] = [world.listen(BUYER), world.listen(BUYER)];
    slow.takes = false;
    for (let n = 0; n < 80; n++) {
      world.buy();
      await after(300);
    }
    // No changes follow the initial ones: the fast client has heard all of them.
    expect(slow.received.length).toBeLessThanOrEqual(3);
    expect(quick.received.length).toBeGreaterThan(60);
    slow.takes = true;
    slow.emit('drain');
    expect(slow.changes.at(-1)!.readModels.sort()).toEqual(['properties', 'purchases']);
    slow.takes = false;
    world.buy();
    await after(60_000);
    expect(slow.isOpen).toBe(false);
    expect(quick.isOpen).toBe(true);
  });

  it('asks clients to come back at different moments', () => {
    const waits = Array.from({ length: 20 }, () => /retry: (\d+)/.exec(world.listen(BUYER).received[0]!)![1]);
    expect(new Set(waits).size).toBeGreaterThan(10);
    for (const wait of waits) expect(Number(wait)).toBeLessThanOrEqual(2_500);
  });
});
