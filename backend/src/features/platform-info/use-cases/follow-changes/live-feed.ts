import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { READ_MODELS, type ReadModelName } from '@tknest/contracts/api';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { Gauge } from 'prom-client';
import { jitter } from '#platform/clock/jitter.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { SessionService } from '#platform/sessions/session-service.js';
import { metrics } from '#platform/telemetry/metrics.js';
import { peopleOf } from '#features/listings/readers.public.js';
import { audienceOf, namedBy, subjectOf, tellAll, type Fact, type Subject, type Told } from './audience.js';
import { Listener, type Topics } from './listener.js';

/** The most streams that one person, or one network without a session, may keep open on an instance. */
export const STREAMS_MAX = 20;
/** The most streams that may be open on an instance: each is a connection. */
export const STREAMS_TOTAL_MAX = 5_000;
const HEARTBEAT_MS = 15_000;
/** Delay before the first change is sent, to combine it with others, in milliseconds. */
const GATHER_MS = 50;
/**
 * While changes continue, the intervals at which a session is told its own changes and everybody those of properties,
 * in milliseconds.
 */
const OWN_EVERY_MS = 250;
const PUBLIC_EVERY_MS = 1_500;
/** A session that has ended loses its stream within this time, whether anything changes or not. */
const SESSIONS_EVERY_MS = 2_000;
/** With more events of one read model at once than this, single events are not examined, and all pages reload. */
const FACTS_MAX = 1_000;
/** How many streams' first events are remembered. */
const SUBJECTS_MAX = 10_000;
/** Clients that lost the feed, as all do during a deployment, reconnect spread over this time. */
const RETRY_MS = { least: 500, spread: 2_000 };

const streams = new Gauge({
  name: 'live_feed_streams',
  help: 'Live feeds that are open on this instance',
  registers: [metrics],
});

const isReadModel = (name: string): name is ReadModelName => Object.hasOwn(READ_MODELS, name);

/**
 * Tells sessions which read models have changed, if it concerns them. It sends no rows; clients load them again. The
 * audience of a change is computed once for all listeners of this instance, from the folded events.
 */
@Injectable()
export class LiveFeed implements OnApplicationShutdown {
  private readonly log = new Logger('LiveFeed');
  private readonly open = new Map<string, number>();
  private readonly listeners = new Set<Listener>();
  /** Changed read models that were not announced yet; true if any of their rows may have changed. */
  private readonly changed = new Map<ReadModelName, boolean>();
  private readonly told = new Map<ReadModelName, Position | ''>();
  private readonly subjects = new Map<string, Subject>();
  private waiting: Told = nothing();
  private publicAt = -Infinity;
  private timer: NodeJS.Timeout | null = null;
  private publicTimer: NodeJS.Timeout | null = null;
  private working = false;
  private beats: NodeJS.Timeout[] = [];

  constructor(
    private readonly readModels: ReadModels,
    private readonly sessions: SessionService,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {
    readModels.changes.on('changed', (name, whole) => {
      if (this.listeners.size === 0 || !isReadModel(name)) return;
      this.changed.set(name, whole || this.changed.get(name) === true);
      this.soon(GATHER_MS);
    });
  }

  onApplicationShutdown(): void {
    this.rest();
    for (const listener of this.listeners) listener.end();
  }

  /**
   * @param person the person or network whose streams are counted together
   * @throws Refused if the limit per person (429) or per instance (503) is reached
   */
  stream(person: string, session: Session | null, topics: Topics, response: Response): void {
    const held = this.open.get(person) ?? 0;
    if (held >= STREAMS_MAX)
      throw new Refused('too-many', `At most ${STREAMS_MAX} live feeds can be open. Please close another page first.`);
    if (this.listeners.size >= STREAMS_TOTAL_MAX)
      throw new Refused('unavailable', 'Too many live feeds are open. Pages refresh less often until others close.');
    this.open.set(person, held + 1);
    response.set({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    if (this.listeners.size === 0) this.wake();
    const listener = new Listener(session, topics, response);
    this.listeners.add(listener);
    streams.set(this.listeners.size);
    response.once('close', () => {
      this.listeners.delete(listener);
      streams.set(this.listeners.size);
      if (this.listeners.size === 0) this.rest();
      const left = this.open.get(person)! - 1;
      if (left > 0) this.open.set(person, left);
      else this.open.delete(person);
    });
    listener.greet(RETRY_MS.least + jitter(RETRY_MS.spread));
  }

  /** Starts with the first listener; earlier changes are not announced. */
  private wake(): void {
    this.rest();
    this.changed.clear();
    this.waiting = nothing();
    for (const name of this.readModels.names())
      if (isReadModel(name)) this.told.set(name, this.readModels.positionOf(name));
    this.beats = [
      setInterval(() => this.listeners.forEach((listener) => listener.beat()), HEARTBEAT_MS),
      setInterval(() => void this.dismiss([...this.listeners]).catch(() => undefined), SESSIONS_EVERY_MS),
    ];
  }

  private rest(): void {
    this.beats.forEach(clearInterval);
    if (this.timer) clearTimeout(this.timer);
    if (this.publicTimer) clearTimeout(this.publicTimer);
    this.timer = this.publicTimer = null;
  }

  private soon(ms: number): void {
    if (this.working || this.listeners.size === 0) return;
    this.timer ??= setTimeout(() => void this.work(), ms);
  }

  private async work(): Promise<void> {
    this.working = true;
    try {
      await this.gather();
      await this.tellConcerned();
      this.tellEverybody();
    } catch (error) {
      this.log.warn(`The live feed lost its connection and tries again: ${(error as Error).message}`);
    }
    [this.working, this.timer] = [false, null];
    if (this.changed.size > 0 || isLeft(this.waiting)) this.soon(OWN_EVERY_MS);
  }

  /** Adds what has changed since to the pending announcement. */
  private async gather(): Promise<void> {
    const changed = [...this.changed];
    this.changed.clear();
    const facts: Fact[] = [];
    for (const [readModel, whole] of changed) {
      const after = this.told.get(readModel) ?? '';
      const to = this.readModels.positionOf(readModel);
      this.told.set(readModel, to);
      const events = whole || after === '' ? null : await this.foldedOf(readModel, after, to);
      if (!events || events.length === 0) tellAll(this.waiting, readModel);
      else for (const event of events) facts.push({ readModel, event });
    }
    if (facts.length === 0) return;
    try {
      merge(this.waiting, await this.audience(facts));
    } catch (error) {
      // Their audience is not known, so every session is told that something has changed.
      for (const { readModel } of facts) tellAll(this.waiting, readModel);
      this.log.warn(`All pages were told to reload: ${(error as Error).message}`);
    }
  }

  private foldedOf(name: ReadModelName, after: Position, to: Position) {
    return this.readModels.folded(name, after, to, FACTS_MAX).catch(() => null);
  }

  private async audience(facts: readonly Fact[]): Promise<Told> {
    const first = new Map<string, Subject>();
    for (const { event } of facts) {
      const stream = namedBy(event);
      if (stream && !first.has(stream)) first.set(stream, await this.subjectOf(stream));
    }
    const ids = new Set<number>();
    for (const { propertyId } of [...facts.map(({ event }) => subjectOf(event.data)), ...first.values()])
      if (propertyId !== null) ids.add(propertyId);
    const wallets = [...this.listeners].flatMap(({ session }) => session?.wallet ?? []);
    return audienceOf(facts, first, await peopleOf([...ids], wallets, this.db));
  }

  private async subjectOf(stream: string): Promise<Subject> {
    const known = this.subjects.get(stream);
    if (known) return known;
    let subject: Subject = { wallets: [], propertyId: null };
    for await (const event of this.store.read(stream, { limit: 1 })) subject = subjectOf(event.data);
    if (this.subjects.size >= SUBJECTS_MAX) this.subjects.delete(this.subjects.keys().next().value!);
    this.subjects.set(stream, subject);
    return subject;
  }

  /** Sends own and office changes, after checking which sessions may still get them. */
  private async tellConcerned(): Promise<void> {
    const concerned = [...this.listeners].filter((listener) => listener.isConcerned(this.waiting));
    await this.dismiss(concerned);
    const { wallets, office, sessions } = this.waiting;
    for (const listener of concerned) if (this.listeners.has(listener)) listener.tellPrivate(this.waiting);
    [wallets, office, sessions].forEach((told) => told.clear());
  }

  /**
   * Immediately if nothing was announced recently, and rarely while changes continue, because every listener loads data
   * again.
   */
  private tellEverybody(): void {
    if (this.waiting.everybody.size === 0) return;
    const waitMs = this.publicAt + PUBLIC_EVERY_MS - performance.now();
    if (waitMs > 0) {
      this.publicTimer ??= setTimeout(() => {
        this.publicTimer = null;
        this.tellEverybody();
      }, waitMs);
      return;
    }
    this.publicAt = performance.now();
    for (const listener of this.listeners) listener.tellPublic(this.waiting);
    this.waiting.everybody.clear();
  }

  /** Ends the streams of sessions that have ended or changed their role. */
  private async dismiss(listeners: readonly Listener[]): Promise<void> {
    const held = listeners.flatMap((listener) => (listener.session ? [{ listener, session: listener.session }] : []));
    if (held.length === 0) return;
    const roles = await this.sessions.stillOpen([...new Set(held.map(({ session }) => session.id))]);
    for (const { listener, session } of held) {
      if (roles.get(session.id) === session.role) continue;
      this.listeners.delete(listener);
      listener.end();
    }
  }
}

const nothing = (): Told => ({ everybody: new Map(), wallets: new Map(), office: new Set(), sessions: new Set() });

const isLeft = ({ wallets, office, sessions }: Told) => wallets.size + office.size + sessions.size > 0;

function merge(into: Told, more: Told): void {
  for (const name of more.office) into.office.add(name);
  for (const [wallet, names] of more.wallets) {
    const known = into.wallets.get(wallet);
    if (known) for (const name of names) known.add(name);
    else into.wallets.set(wallet, names);
  }
  for (const [name, which] of more.everybody) {
    const known = into.everybody.get(name);
    into.everybody.set(name, known === 'any' || which === 'any' ? 'any' : new Set([...(known ?? []), ...which]));
  }
}
