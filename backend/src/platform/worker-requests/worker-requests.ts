import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../config/config.js';
import { LeaseKeeper } from '../consumers/leases.js';
import { ChannelListener } from '../database/channel-listener.js';
import { POOL } from '../database/pool.js';
import { TryAgainLater } from '../domain/try-again-later.js';
import { KeyRing } from '../vault/key-ring.js';
import type { Ring } from '../vault/ring.js';
import { RowMacs } from '../vault/row-macs.js';
import { isAnswer, packError, unpackError } from './answers.js';

/** No worker has answered in time. */
export class WorkerAway extends TryAgainLater {
  /** @param isBegun whether a worker is at it: then it may still be done; otherwise it is not done any more */
  constructor(
    what: string,
    readonly isBegun: boolean,
  ) {
    super(`No worker has answered yet: ${what}`);
    this.name = 'WorkerAway';
  }
}

export interface Asking {
  /** How long an answer is waited for. */
  withinMs: number;
  /** Whose holder does it best; any worker does it where that one does not take it. */
  lease?: string;
}

type Work = (input: any) => Promise<unknown>;

const CHANNEL = 'tknest_worker_requests';
/** How often is looked where nothing is heard: a lost word costs this much. */
const LOOK_EVERY_MS = 500;
const HOLDER_FIRST_MS = 400;
/** Nobody waits for an older one. */
const STALE_MS = 60_000;
const AT_ONCE = 50;
/** Two processes have two clocks. */
const FRESH_MS = 2 * STALE_MS;

/**
 * What a process that only answers requests has a worker do: it signs nothing and writes no event of a worker. Nearly
 * every request asks a worker to look at once at what the log says. Whatever does more checks by itself all that it
 * rests on: a web process that somebody took over asks for anything. Who can write to the database alone asks for
 * nothing: a request bears a MAC.
 */
@Injectable()
export class WorkerRequests implements OnApplicationBootstrap, OnApplicationShutdown {
  /** For so long another worker waits for the holder of a lease. */
  holderFirstMs = HOLDER_FIRST_MS;
  private readonly log = new Logger('WorkerRequests');
  private readonly works = new Map<string, Work>();
  private readonly hearers = new Map<string, (input: any) => void>();
  private readonly waiting = new Map<string, () => void>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly own = randomUUID();
  private readonly macs: RowMacs;
  /** What was done here, for as long as it could be asked for again. */
  private readonly carried = new Map<string, number>();
  private readonly listener: ChannelListener;
  private timer: NodeJS.Timeout | null = null;
  private taking: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'role' | 'databaseUrl'>,
    private readonly leases: LeaseKeeper,
    @Inject(KeyRing) ring: Pick<Ring, 'current' | 'reload'>,
  ) {
    this.macs = new RowMacs(ring, 'rows', 'worker_requests');
    this.listener = new ChannelListener({ connectionString: config.databaseUrl }, CHANNEL, (word) => this.hear(word));
  }

  /** Whether another process does what is asked for. */
  get areRemote(): boolean {
    return this.config.role === 'web';
  }

  /** Says how workers do what is asked for under this name. */
  carryOut<Input, Result>(kind: string, work: (input: Input) => Promise<Result>): void {
    this.works.set(kind, work);
  }

  /** Is told, in every process, what `tell` says under this name. */
  onTold<Input>(kind: string, hear: (input: Input) => void): void {
    this.hearers.set(kind, hear);
  }

  onApplicationBootstrap(): void {
    this.listener.start();
    if (!this.areRemote) this.timer = setInterval(() => void this.take(), LOOK_EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.listener.stop();
    await this.taking;
    await Promise.allSettled(this.underWay);
  }

  /**
   * Has it done, here or by a worker. @returns what the work answers, as JSON where a worker did it
   * @throws WorkerAway, TryAgainLater, what the work throws
   */
  async ask<Result>(kind: string, input: object, { withinMs, lease }: Asking): Promise<Result> {
    const work = this.works.get(kind);
    if (!this.areRemote && !work) throw new Error(`Nobody does ${kind}`);
    if (!this.areRemote) return (await work!(input)) as Result;
    const id = randomUUID();
    const asked = this.signed(id, kind, JSON.stringify(input));
    const answered = this.answerTo(id, withinMs);
    await this.pool.query(
      `with asked as (insert into platform.worker_requests (id, kind, input, lease) values ($1, $2, $3, $4))
       select pg_notify('${CHANNEL}', 'asked')`,
      [id, kind, JSON.stringify(asked), lease ?? null],
    );
    return (await answered(kind)) as Result;
  }

  /** Says something to every process, this one too. It may be lost. */
  async tell(kind: string, input: object): Promise<void> {
    await this.pool.query(`select pg_notify('${CHANNEL}', $1)`, [`told ${JSON.stringify({ kind, input })}`]);
  }

  /** Waits from now on. */
  private answerTo(id: string, withinMs: number): (kind: string) => Promise<unknown> {
    const until = performance.now() + withinMs;
    let wake: () => void = () => undefined;
    let isNews = false;
    this.waiting.set(id, () => ((isNews = true), wake()));
    return async (kind) => {
      try {
        for (;;) {
          const left = until - performance.now();
          if (!isNews && left > 0)
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, Math.min(left, LOOK_EVERY_MS));
              wake = () => (clearTimeout(timer), resolve());
            });
          isNews = false;
          const { rows } = await this.pool.query<Answer>(
            'select done_at, result, error from platform.worker_requests where id = $1',
            [id],
          );
          if (rows[0]?.done_at) return readAnswer(rows[0]);
          if (performance.now() > until) throw new WorkerAway(kind, !(await this.withdraw(id)));
        }
      } finally {
        this.waiting.delete(id);
      }
    };
  }

  /** @returns false where a worker has taken it */
  private async withdraw(id: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'delete from platform.worker_requests where id = $1 and taken_by is null',
      [id],
    );
    return rowCount === 1;
  }

  private hear(word = 'asked'): void {
    if (word.startsWith('done ')) return this.waiting.get(word.slice('done '.length))?.();
    if (word.startsWith('told ')) return this.pass(word.slice('told '.length));
    if (!this.areRemote) void this.take();
  }

  private pass(text: string): void {
    try {
      const { kind, input } = JSON.parse(text) as { kind: string; input: unknown };
      this.hearers.get(kind)?.(input);
    } catch (error) {
      this.log.warn({ err: error }, 'What another process told was not understood');
    }
  }

  /** One round at a time; what is asked meanwhile is taken by the next. */
  private async take(): Promise<void> {
    this.again = true;
    if (this.taking || this.stopped) return;
    this.taking = (async () => {
      while (this.again && !this.stopped) {
        this.again = false;
        await this.takeOpen().catch((error: unknown) => {
          if (!this.stopped) this.log.warn(`Requests could not be taken: ${(error as Error).message}`);
        });
      }
    })();
    await this.taking;
    this.taking = null;
    if (this.again && !this.stopped) void this.take();
  }

  private async takeOpen(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string; kind: string; input: unknown }>(TAKE, [
      this.own,
      this.leases.held(),
      this.holderFirstMs,
      STALE_MS,
      AT_ONCE,
    ]);
    for (const row of rows) {
      const done = this.carry(row).finally(() => this.underWay.delete(done));
      this.underWay.add(done);
    }
    if (rows.length === AT_ONCE) this.again = true;
  }

  private async carry({ id, kind, input }: { id: string; kind: string; input: unknown }): Promise<void> {
    let answer: Given;
    try {
      const asked = this.genuine(id, kind, input as Partial<Signed>);
      const work = this.works.get(kind);
      if (!work) throw new Error(`This worker does not know ${kind}`);
      answer = { result: JSON.stringify((await work(asked)) ?? null), error: null };
    } catch (failure) {
      if (!isAnswer(failure)) this.log.error({ err: failure, kind }, 'What was asked for could not be done');
      answer = { result: null, error: packError(failure) };
    }
    await this.give(id, answer)
      .catch((failure: Error) => {
        this.log.warn(`An answer could not be given: ${failure.message}`);
        return this.give(id, { result: null, error: packError(new Error('The answer could not be written down')) });
      })
      // Whoever asked hears that it was begun.
      .catch(() => undefined);
  }

  private signed(id: string, kind: string, input: string): Signed {
    const at = new Date().toISOString();
    return { input, at, mac: this.macs.of(id, kind, at, input).toString('hex') };
  }

  /** What is asked for. @throws Error where it was not asked by the program, not just now, or was done already */
  private genuine(id: string, kind: string, { input, at, mac }: Partial<Signed>): unknown {
    const fits =
      input !== undefined && mac !== undefined && this.macs.fits(Buffer.from(mac, 'hex'), id, kind, at, input);
    if (!fits) throw new Error('This was not asked for by the program: somebody else writes to the database');
    const now = Date.now();
    if (Math.abs(now - Date.parse(at!)) > FRESH_MS) throw new Error('This was asked for too long ago');
    for (const [done, since] of this.carried) if (now - since > 2 * FRESH_MS) this.carried.delete(done);
    if (this.carried.has(id)) throw new Error('This was done already: somebody else writes to the database');
    this.carried.set(id, now);
    return JSON.parse(input);
  }

  private async give(id: string, { result, error }: Given): Promise<void> {
    await this.pool.query(
      `with done as (
         update platform.worker_requests set done_at = clock_timestamp(), result = $2, error = $3 where id = $1
       ), old as (
         delete from platform.worker_requests where asked_at < clock_timestamp() - interval '10 minutes'
       )
       select pg_notify('${CHANNEL}', 'done ' || $1::text)`,
      [id, result, error],
    );
  }
}

/** What is asked for, as text, when, and that a process of the program asks. */
interface Signed {
  input: string;
  at: string;
  /** Hexadecimal. */
  mac: string;
}

/** As text: one of both is null. */
interface Given {
  result: string | null;
  error: string | null;
}

interface Answer {
  done_at: Date | null;
  result: unknown;
  error: string | null;
}

/** What could not be done yet is done by the processes themselves: no reason to fail. */
export function later(error: unknown): void {
  if (!(error instanceof TryAgainLater)) throw error;
}

function readAnswer({ result, error }: Answer): unknown {
  if (error !== null) throw unpackError(error);
  return result;
}

/** Those whose lease is held here, or nobody's, or whose holder has not come. */
const TAKE = `
update platform.worker_requests r set taken_by = $1
  from (
    select id from platform.worker_requests
     where taken_by is null and asked_at > clock_timestamp() - $4 * interval '1 millisecond'
       and (lease is null or lease = any($2) or asked_at < clock_timestamp() - $3 * interval '1 millisecond')
     order by asked_at limit $5 for update skip locked
  ) open
 where r.id = open.id
returning r.id, r.kind, r.input`;
