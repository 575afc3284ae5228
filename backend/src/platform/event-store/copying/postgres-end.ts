import type { Pool } from 'pg';
import { inTransaction } from '../../database/pool.js';
import type { LoggedEvent } from '../eventstoredb/envelope.js';
import { columns, COMMAND_COLUMNS } from '../eventstoredb/log-index.js';
import { EVENT_COLUMNS } from '../stored-log.js';
import { LogRefused } from '../event-store.js';
import { LOG_LOCK } from '../../database/append.sql.js';
import { LogRows } from '../postgres/log-rows.js';
import { COMMAND_BYTES_MAX, EVENT_BYTES } from '../prepare.js';
import { GENESIS } from '../seal.js';
import type { End, Source, Target } from './copy-log.js';
import { withCommands } from './with-commands.js';

/**
 * The log in PostgreSQL as source or target of a copy. It accesses the tables as their owner, which the program's role
 * need not be.
 */
export class PostgresEnd implements Source, Target {
  private readonly rows: LogRows;

  constructor(private readonly pool: Pool) {
    this.rows = new LogRows(pool, 'eventstore');
  }

  async close(): Promise<End> {
    await this.mustFit();
    await this.mark('closed', null);
    return this.end();
  }

  async read(after: number, limit: number): Promise<LoggedEvent[]> {
    const events = await this.rows.stored(String(after).padStart(20, '0'), limit);
    return withCommands(this.pool, 'eventstore.commands', events);
  }

  async begin(end: End): Promise<End> {
    await this.mark('copying', end);
    return this.end();
  }

  async write(_after: number, events: readonly LoggedEvent[]): Promise<void> {
    const commands = events.flatMap(({ command }) => command ?? []);
    await inTransaction(this.pool, async (client) => {
      await client.query("set local eventstore.loading = 'on'");
      await client.query(`insert into eventstore.events ${SELECT_EVENTS}`, columns(events, EVENT_COLUMNS));
      await client.query(`insert into eventstore.commands ${SELECT_COMMANDS}`, columns(commands, COMMAND_COLUMNS));
    });
  }

  async finish(): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query('drop trigger if exists closed on eventstore.events');
      await client.query('delete from eventstore.marks');
    });
  }

  /** Checks for events that EventStoreDB could not store, before anything is closed or written. */
  private async mustFit(): Promise<void> {
    const empty = await this.pool.query<{ id: string }>(
      "select id from eventstore.commands where revisions = '{}' limit 1",
    );
    if (empty.rows[0]) throw new LogRefused(`its command ${empty.rows[0].id} wrote no event, so it cannot be copied`);
    const large = await this.pool.query<{ id: string; bytes: number }>(
      `select metadata::json->>'commandId' as id, sum(octet_length(data) + octet_length(to_json(metadata)::text) + $1)::int as bytes
       from eventstore.events group by 1 having sum(octet_length(data) + octet_length(to_json(metadata)::text) + $1) > $2 limit 1`,
      [EVENT_BYTES, COMMAND_BYTES_MAX],
    );
    const [found] = large.rows;
    if (found)
      throw new LogRefused(`its command ${found.id} has ${found.bytes} bytes; a commit may have ${COMMAND_BYTES_MAX}`);
  }

  /** After this commit nobody can append, because the database's trigger refuses it. */
  private async mark(kind: 'closed' | 'copying', end: End | null): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [LOG_LOCK]);
      const { position, hash } = end ?? (await this.end());
      await client.query('delete from eventstore.marks');
      await client.query('insert into eventstore.marks (kind, position, hash) values ($1, $2, $3)', [
        kind,
        position,
        hash,
      ]);
      await client.query(`create or replace trigger closed before insert on eventstore.events
        for each statement execute function eventstore.refuse_append()`);
    });
  }

  private async end(): Promise<End> {
    const { rows } = await this.pool.query<{ position: string; hash: string }>(
      "select position, encode(hash, 'hex') as hash from eventstore.events order by position desc limit 1",
    );
    return rows[0]
      ? { ...rows[0], position: Number(rows[0].position) }
      : { position: 0, hash: GENESIS.toString('hex') };
  }
}

const SELECT_EVENTS = `(position, stream, revision, id, type, version, data, metadata, at, hash, mac)
  select * from unnest($1::bigint[], $2::text[], $3::integer[], $4::uuid[], $5::text[], $6::integer[], $7::text[], $8::text[],
    $9::text[], $10::bytea[], $11::bytea[])`;
const SELECT_COMMANDS = `(id, input_hash, position, revisions, result)
  select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[])`;
