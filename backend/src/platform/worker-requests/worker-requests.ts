import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../config/config.js';
import { LeaseKeeper } from '../consumers/leases.js';
import { ChannelListener } from '../database/channel-listener.js';
import { POOL } from '../database/pool.js';
import { Refused, type AnsweredError } from '../domain/refused.js';
import { AGAIN_SECONDS, TryAgainLater } from '../domain/try-again-later.js';
import { KeyRing } from '../vault/key-ring.js';
import type { Ring } from '../keys/ring.js';
import { RowMacs } from '../keys/row-macs.js';
import { withoutSecrets, type Session } from '../sessions/session.js';
import { isAnswer, packError, unpackError } from './answers.js';

const AWAY = 'This part of the platform is not responding. Nothing was done. Please try again.';
const SLOW = 'This is taking longer than usual and continues. Check again in a minute.';

/** No worker has answered in time. */
export class WorkerAway extends TryAgainLater {
  /** @param isBegun whether a worker has started: then it may still be carried out; otherwise it will not be */
  constructor(
    what: string,
    readonly isBegun: boolean,
  ) {
    super(`No worker has answered yet: ${what}`);
    this.name = 'WorkerAway';
  }

  override get answer(): AnsweredError['answer'] {
    return { reason: 'unavailable', detail: this.isBegun ? SLOW : AWAY, retryAfterSeconds: AGAIN_SECONDS };
  }
}

export interface Asking {
  /** How long to wait for an answer, in milliseconds; 8 seconds if not set. */
  withinMs?: number;
  /** The lease whose holder should do it; if the holder does not take it, any worker does it. */
  lease?: string;
}

type Work = (input: any) => Promise<unknown>;
/** Refuses what may not be asked, by throwing. */
type Check = (input: any) => void | Promise<void>;

const WITHIN_MS = 8_000;
const CHANNEL = 'tknest_worker_requests';
/** Polling interval, in case a notification is lost. */
const LOOK_EVERY_MS = 500;
const HOLDER_FIRST_MS = 400;
/** Older requests no longer have a waiting caller. */
const STALE_MS = 60_000;
const AT_ONCE = 50;
/** Allows for the different clocks of two processes. */
const FRESH_MS = 2 * STALE_MS;

/**
 * Requests from web processes to workers: a web process signs nothing and writes no worker's event. Nearly every
 * request only asks a worker to read the log immediately. Any other work verifies everything on which it is based,
 * because a compromised web process could request anything. Write access to the database alone is not enough: requests
 * and answers carry a MAC.
 */
@Injectable()
export class WorkerRequests implements OnApplicationBootstrap, OnApplicationShutdown {
  /** How long other workers leave a request to the holder of its lease, in milliseconds. */
  holderFirstMs = HOLDER_FIRST_MS;
  private readonly log = new Logger('WorkerRequests');
  private readonly works = new Map<string, { work: Work; check: Check }>();
  private readonly hearers = new Map<string, (input: any) => void>();
  private readonly waiting = new Map<string, () => void>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly own = randomUUID();
  private readonly macs: RowMacs;
  /** Requests carried out here, remembered for as long as they could be replayed. */
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

  /** Whether another process carries the requests out. */
  get areRemote(): boolean {
    return this.config.role === 'web';
  }

  /**
   * Registers the work for a kind of request.
   * @param check refuses, by throwing, what no other process may ask for
   */
  carryOut<Input>(
    kind: string,
    work: (input: Input) => Promise<unknown>,
    check: (input: Input) => void | Promise<void> = () => undefined,
  ): void {
    this.works.set(kind, { work, check });
  }

  /** Registers a listener, in every process, for what `tell` sends under this name. */
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
   * Carries a request out, here or in a worker, which is not told the secrets of its session.
   * @returns the result of the work, as JSON if a worker did it
   * @throws WorkerAway, TryAgainLater, errors of the work
   */
  async ask<Result>(kind: string, input: object, { withinMs = WITHIN_MS, lease }: Asking = {}): Promise<Result> {
    if (!this.areRemote) {
      const known = this.works.get(kind);
      if (!known) throw new Error(`No work is registered for ${kind}`);
      return (await known.work(input)) as Result;
    }
    const id = randomUUID();
    const { session } = input as { session?: Session };
    const told = session ? { ...input, session: withoutSecrets(session) } : input;
    const asked = this.signed(id, kind, JSON.stringify(told));
    const answered = this.answerTo(id, withinMs);
    await this.pool
      .query(
        `with asked as (insert into platform.worker_requests (id, kind, input, lease) values ($1, $2, $3, $4))
       select pg_notify('${CHANNEL}', 'asked')`,
        [id, kind, JSON.stringify(asked), lease ?? null],
      )
      .catch((error: unknown) => {
        this.waiting.delete(id);
        throw error;
      });
    return (await answered(kind)) as Result;
  }

  /** Sends a message to every process, including this one. It may be lost. */
  async tell(kind: string, input: object): Promise<void> {
    await this.pool.query(`select pg_notify('${CHANNEL}', $1)`, [`told ${JSON.stringify({ kind, input })}`]);
  }

  /** Starts waiting for the answer now. */
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
            'select done_at, result, error, mac from platform.worker_requests where id = $1',
            [id],
          );
          if (rows[0]?.done_at) return this.read(id, rows[0]);
          if (performance.now() > until) throw new WorkerAway(kind, !(await this.withdraw(id)));
        }
      } finally {
        this.waiting.delete(id);
      }
    };
  }

  /** @returns false if a worker has taken it */
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
      this.log.warn({ err: error }, 'A message of another process could not be read');
    }
  }

  /** One round at a time; the next round takes requests that arrive in the meantime. */
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
      const known = this.works.get(kind);
      if (!known) throw new Error(`This worker does not know ${kind}`);
      await known.check(asked);
      answer = { result: JSON.stringify((await known.work(asked)) ?? null), error: null };
    } catch (failure) {
      if (!isAnswer(failure)) this.log.error({ err: failure, kind }, 'A request could not be carried out');
      answer = { result: null, error: packError(failure) };
    }
    await this.give(id, answer)
      .catch((failure: Error) => {
        this.log.warn(`A request could not be answered: ${failure.message}`);
        return this.give(id, { result: null, error: packError(new Error('The answer could not be recorded')) });
      })
      // The caller is told that it was started.
      .catch(() => undefined);
  }

  private signed(id: string, kind: string, input: string): Signed {
    const at = new Date().toISOString();
    return { input, at, mac: this.macs.of(id, kind, at, input).toString('hex') };
  }

  /** The verified request. @throws Error if it was not made by the program, is too old, or was already carried out */
  private genuine(id: string, kind: string, { input, at, mac }: Partial<Signed>): unknown {
    const isSigned = input !== undefined && at !== undefined && mac !== undefined;
    if (!isSigned || !this.macs.fits(Buffer.from(mac, 'hex'), id, kind, at, input))
      throw new Error('This request was not made by the program: somebody else writes to the database');
    const now = Date.now();
    if (Math.abs(now - Date.parse(at)) > FRESH_MS) throw new Error('This request is too old');
    for (const [done, since] of this.carried) if (now - since > 2 * FRESH_MS) this.carried.delete(done);
    if (this.carried.has(id))
      throw new Error('This request was already carried out: somebody else writes to the database');
    this.carried.set(id, now);
    return JSON.parse(input);
  }

  /** @throws the error of the work; Error if a worker did not give this answer to this request */
  private read(id: string, { result, error, mac }: Answer): unknown {
    if (!this.macs.fits(mac, 'answer', id, result, error))
      throw new Error('This answer was not given by a worker: somebody else writes to the database');
    if (error !== null) throw unpackError(error);
    return JSON.parse(result!);
  }

  private async give(id: string, { result, error }: Given): Promise<void> {
    await this.pool.query(
      `with done as (
         update platform.worker_requests set done_at = clock_timestamp(), result = $2, error = $3, mac = $4
          where id = $1
       ), old as (
         delete from platform.worker_requests where asked_at < clock_timestamp() - interval '10 minutes'
       )
       select pg_notify('${CHANNEL}', 'done ' || $1::text)`,
      [id, result, error, this.macs.of('answer', id, result, error)],
    );
  }
}

/** A request as text, its time, and the MAC of the process that made it. */
interface Signed {
  input: string;
  at: string;
  /** Hexadecimal. */
  mac: string;
}

/** The answer as text: one of the two is null. */
interface Given {
  result: string | null;
  error: string | null;
}

interface Answer extends Given {
  done_at: Date | null;
  mac: Buffer | null;
}

/** With two people, workers carry out approved proposals from the log, and accept no such request. */
export const notWithTwo =
  ({ fourEyes }: Pick<Config, 'fourEyes'>, detail: string): Check =>
  () => {
    if (fourEyes) throw new Refused('conflict', detail);
  };

/** Ignores TryAgainLater: the processes do it later by themselves. */
export function later(error: unknown): void {
  if (!(error instanceof TryAgainLater)) throw error;
}

/** Requests whose lease is held here, that name no lease, or whose holder has not taken them. */
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
