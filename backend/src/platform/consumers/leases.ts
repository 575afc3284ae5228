import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { shareOut, type Holder } from './lease-shares.js';

export interface LeaseTiming {
  /** How long a lease lasts without a heartbeat, by the database's clock. */
  ttlMs: number;
  beatMs: number;
  /** How long shutdown waits for work in progress, in milliseconds; the next holder repeats interrupted work. */
  drainMs: number;
}

/** The minimum time that the session may take to answer, however short the leases are. */
const PATIENCE_MIN_MS = 1000;

/** Work that runs while the lease is held; `signal` aborts when the lease is lost or released. */
export type LeasedWork = (signal: AbortSignal) => Promise<void>;

interface UnderWay {
  stop: AbortController;
  done: Promise<void>;
}

/**
 * Decides which of several instances does a piece of work. For efficiency only: two instances may briefly believe that
 * they hold the same lease, and correctness rests on fenced checkpoints and idempotent commands.
 *
 * Instances share the work evenly (`lease-shares.ts`): an instance with more leases than another releases some, each
 * once its work has ended.
 *
 * One statement on one dedicated session renews all leases of a process. A lease ends when its time has passed, or as
 * soon as that session is gone, so that after a crash another instance continues at once.
 */
export class LeaseKeeper {
  readonly holder = randomUUID();
  private readonly log = new Logger('Leases');
  private readonly wanted = new Map<string, LeasedWork>();
  /** Includes work that is no longer wanted but has not ended yet. */
  private readonly underWay = new Map<string, UnderWay>();
  /** For how many beats each lease has been free. */
  private readonly freeFor = new Map<string, number>();
  private session: pg.Client | null = null;
  private lastBeat = 0;
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> = Promise.resolve();
  private asking: Promise<unknown> = Promise.resolve();
  private stopped = false;
  private ending: Promise<void> | null = null;
  private readonly timing: LeaseTiming;

  constructor(
    private readonly settings: pg.ClientConfig,
    timing: Partial<LeaseTiming> = {},
    /** False for a process that only answers requests. */
    readonly takes = true,
  ) {
    this.timing = { ttlMs: 6000, beatMs: 1000, drainMs: 3500, ...timing };
  }

  /**
   * Runs `work` whenever this instance holds the lease; work that ends by itself releases it. Does nothing if it is
   * already running.
   */
  want(name: string, work: LeasedWork): void {
    if (!this.takes || this.stopped || (this.wanted.has(name) && this.underWay.has(name))) return;
    this.wanted.set(name, work);
    this.schedule(0);
  }

  /** Stops taking the lease; work in progress runs to its end. */
  unwant(name: string): void {
    this.wanted.delete(name);
  }

  holds(name: string): boolean {
    return this.wanted.has(name) && this.underWay.get(name)?.stop.signal.aborted === false;
  }

  /** Leases with work running here. */
  held(): string[] {
    return [...this.underWay.keys()].filter((name) => this.holds(name));
  }

  /** Stops all work, waits for it, and releases every lease. */
  stop(): Promise<void> {
    return (this.ending ??= this.end());
  }

  private async end(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.beating;
    const running = [...this.underWay.values()];
    running.forEach(({ stop }) => stop.abort());
    await withinMs(Promise.all(running.map(({ done }) => done)), this.timing.drainMs, () =>
      this.log.warn('Work in progress was cut off at shutdown'),
    );
    if (this.session) await this.ask(this.session, GONE, [this.holder]).catch(() => {});
    await this.session?.end().catch(() => {});
    this.session = null;
  }

  private schedule(inMs: number): void {
    if (this.stopped) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.beating = this.beating.then(() => this.beat()).finally(() => this.schedule(this.timing.beatMs));
    }, inMs);
  }

  private async beat(): Promise<void> {
    if (this.stopped || this.wanted.size === 0) return;
    const sent = performance.now();
    try {
      const session = await this.connected();
      const taken = await this.share(session);
      // Work that ends while the answer is pending is released afterwards, and has no head start here over other
      // instances.
      const before = new Set(this.underWay.keys());
      const names = [...new Set([...taken, ...before])].filter((name) => this.wanted.has(name)).sort();
      const rows = await this.ask<{ name: string }>(session, BEAT, [this.holder, names, this.timing.ttlMs]);
      this.lastBeat = sent;
      const held = new Set(rows.map(({ name }) => name));
      for (const [name, work] of this.wanted) {
        if (!held.has(name)) this.underWay.get(name)?.stop.abort();
        else if (!this.underWay.has(name) && !before.has(name)) this.underWay.set(name, this.run(name, work));
      }
      // Releases leases that were no longer wanted when the answer came.
      for (const name of held) if (!this.wanted.has(name) && !this.underWay.has(name)) await this.giveBack(name);
    } catch (error) {
      if (!this.stopped) this.log.warn(`The leases could not be renewed: ${(error as Error).message}`);
      await this.session?.end().catch(() => {});
      this.session = null;
      // Another instance may have taken the leases by now.
      if (performance.now() - this.lastBeat > this.timing.ttlMs)
        for (const { stop } of this.underWay.values()) stop.abort();
    }
  }

  /** Stops work that another instance should do. @returns the leases to take */
  private async share(session: pg.Client): Promise<string[]> {
    const wanted = [...this.wanted.keys()];
    const rows = await this.ask<Holder & { free: string[] | null }>(session, LOOK, [
      this.holder,
      wanted,
      this.timing.ttlMs,
    ]);
    const free = rows.find(({ holder }) => holder === this.holder)?.free ?? [];
    for (const name of this.freeFor.keys()) if (!free.includes(name)) this.freeFor.delete(name);
    for (const name of free) this.freeFor.set(name, (this.freeFor.get(name) ?? 0) + 1);
    const others = rows.filter(({ holder }) => holder !== this.holder);
    const own = { holder: this.holder, wanted, held: this.held() };
    const { take, give } = shareOut(own, others, this.freeFor);
    for (const name of give) this.underWay.get(name)?.stop.abort();
    return take;
  }

  private run(name: string, work: LeasedWork): UnderWay {
    const stop = new AbortController();
    const done = (async () => {
      try {
        await work(stop.signal);
      } catch (error) {
        this.log.error(`${name} ended: ${(error as Error).stack}`);
      }
      this.underWay.delete(name);
      await this.giveBack(name);
    })();
    return { stop, done };
  }

  /** If the release fails, the lease expires. */
  private async giveBack(name: string): Promise<void> {
    if (!this.stopped && this.session)
      await this.ask(this.session, 'delete from platform.leases where name = $1 and holder = $2', [
        name,
        this.holder,
      ]).catch(() => {});
  }

  /** Sequential, because a session takes one statement at a time. */
  private ask<Row>(session: pg.Client, text: string, values: unknown[]): Promise<Row[]> {
    const answer = this.asking.then(() => session.query(text, values)).then(({ rows }) => rows as Row[]);
    this.asking = answer.catch(() => {});
    return answer;
  }

  private async connected(): Promise<pg.Client> {
    if (this.session) return this.session;
    // A session that does not answer must not delay the discovery that the leases have expired.
    const patienceMs = Math.max(this.timing.ttlMs, PATIENCE_MIN_MS);
    const patience = { query_timeout: patienceMs, connectionTimeoutMillis: patienceMs };
    const session = new pg.Client({
      ...this.settings,
      ...patience,
      application_name: 'tknest leases',
      keepAlive: true,
    });
    session.on('error', () => {
      if (this.session === session) this.session = null;
    });
    await session.connect();
    return (this.session = session);
  }
}

async function withinMs(work: Promise<unknown>, ms: number, onTimeout: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => (onTimeout(), resolve()), ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

/** SQL condition: the instance that wrote the row is alive, judged by the row's expiry and by its session. */
const LIVES = (row: string) => `${row}.until >= clock_timestamp() and (
  ${row}.session_started is null or exists (select from pg_stat_activity a where a.pid = ${row}.pid and a.backend_start = ${row}.session_started)
)`;

/**
 * Records that this instance is alive; returns the other live instances, the leases of each, and its own wanted leases
 * that are free.
 */
const LOOK = `
with me as (
  insert into platform.lease_holders as h (holder, wanted, until, pid, session_started)
  select $1::uuid, $2::text[], clock_timestamp() + $3 * interval '1 millisecond', pg_backend_pid(), (select backend_start from pg_stat_activity where pid = pg_backend_pid())
  on conflict (holder) do update set wanted = excluded.wanted, until = excluded.until, pid = excluded.pid, session_started = excluded.session_started
), dead as (
  delete from platform.lease_holders h where h.holder <> $1 and not (${LIVES('h')})
), had as (
  select l.name, l.holder from platform.leases l where ${LIVES('l')}
)
select $1::uuid as holder, $2::text[] as wanted, '{}'::text[] as held,
  (select array_agg(n order by n) from unnest($2::text[]) n where n not in (select name from had)) as free
union all
select h.holder, h.wanted, array(select name from had where had.holder = h.holder), null
  from platform.lease_holders h where h.holder <> $1 and ${LIVES('h')}`;

const GONE = `
with mine as (delete from platform.leases where holder = $1)
delete from platform.lease_holders where holder = $1`;

/** Names in order, so that two instances cannot deadlock. */
const BEAT = `
insert into platform.leases as l (name, holder, until, pid, session_started)
select n, $1, clock_timestamp() + $3 * interval '1 millisecond', pg_backend_pid(), (select backend_start from pg_stat_activity where pid = pg_backend_pid())
from unnest($2::text[]) n order by n
on conflict (name) do update set holder = excluded.holder, until = excluded.until, pid = excluded.pid, session_started = excluded.session_started
where l.holder = excluded.holder or not (${LIVES('l')})
returning name`;
