import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { GENESIS, seal, type StoredEvent } from '../../backend/src/platform/event-store/seal.js';
import type { Program } from './program.js';

/** An attacker who owns the database and knows how the program writes to it, but has none of its keys. */
export class DatabaseOwner {
  private readonly pool: pg.Pool;

  constructor(program: Program) {
    this.pool = new pg.Pool({ connectionString: program.runtime.database, max: 1 });
  }

  async query<Row = any>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query(sql, values)).rows;
  }

  /** Runs SQL without the triggers that keep the log append-only. */
  async unlocked(sql: string, values: unknown[]): Promise<void> {
    await this.query('alter table eventstore.events disable trigger all');
    await this.query(sql, values);
    await this.query('alter table eventstore.events enable always trigger append_only');
  }

  /**
   * Appends copies of events with some texts replaced, as commands of their own: in order, with correct seals, and with
   * the MACs of the original events.
   */
  async append(events: readonly (StoredEvent & { mac: Buffer })[], replaced: Record<string, string>): Promise<void> {
    const other = (text: string) =>
      Object.entries(replaced).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
    const commandId = randomUUID();
    await this.query('begin');
    await this.query('select pg_advisory_xact_lock($1)', [0x6c6f67]);
    for (const event of events) {
      const [last] = await this.query('select position, hash from eventstore.events order by position desc limit 1');
      const stream = other(event.stream);
      const [of] = await this.query('select max(revision) as revision from eventstore.events where stream = $1', [
        stream,
      ]);
      const forged = {
        position: Number(last?.position ?? 0) + 1,
        stream,
        revision: (of?.revision ?? -1) + 1,
        id: randomUUID(),
        type: event.type,
        version: event.version,
        at: new Date().toISOString(),
        data: other(event.data),
        metadata: JSON.stringify({ ...JSON.parse(event.metadata), commandId }),
      };
      await this.query(
        'insert into eventstore.events (position, stream, revision, id, type, version, at, data, metadata, hash, mac) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
        [...Object.values(forged), seal(last?.hash ?? GENESIS, forged), event.mac],
      );
    }
    await this.query("select pg_notify('tknest_log', '')");
    await this.query('commit');
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
