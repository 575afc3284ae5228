import type pg from 'pg';
import { firstRow } from '../../database/first-row.js';
import { LogRows, type CommandRow } from '../postgres/log-rows.js';
import type { EventMacs } from '../macs.js';
import type { PreparedCommand } from '../prepare.js';
import type { SealedEvent } from '../seal.js';
import { EVENT_COLUMNS } from '../stored-log.js';
import type { LoggedEvent } from './envelope.js';
import type { Head, View } from './judge.js';

interface HeadRow {
  position: string;
  hash: Buffer;
  at: string;
}

const headOf = ({ position, hash, at }: HeadRow): Head => ({ position: Number(position), hash, at });

/**
 * An index of the log on EventStoreDB, in tables that find a stream or a command. Any instance adds events that were
 * read back and verified. It can be deleted at any time; then it is built again from the first event.
 */
export class LogIndex {
  readonly rows: LogRows;

  constructor(
    private readonly pool: pg.Pool,
    private readonly macs: EventMacs | null = null,
  ) {
    this.rows = new LogRows(pool, 'log_index', undefined, macs);
  }

  /** Events read from the server, each with the reason if it is not genuine. */
  judged<Event extends SealedEvent>(events: readonly Event[]): Event[] {
    return events.map((event) => {
      const misfit = this.macs?.misfit(event, event.mac ?? null);
      return misfit ? { ...event, misfit } : event;
    });
  }

  /** The position up to which it extends. */
  async head(): Promise<Head> {
    const { rows } = await this.pool.query<HeadRow>({
      name: 'log_index.head',
      text: 'select position, hash, at from log_index.checkpoint',
    });
    return headOf(firstRow(rows));
  }

  /** The seal of the event at a position; null if the index does not have it. */
  async sealAt(position: number): Promise<Buffer | null> {
    const { rows } = await this.pool.query<{ hash: Buffer }>({
      name: 'log_index.seal_at',
      text: 'select hash from log_index.events where position = $1',
      values: [position],
    });
    return rows[0]?.hash ?? null;
  }

  /** Everything that a batch needs, and the index's position, in one statement and thus in one snapshot. */
  async view(on: pg.ClientBase, batch: readonly PreparedCommand[]): Promise<View> {
    const { rows } = await on.query<HeadRow & { revisions: Record<string, number>; commands: KnownCommand[] }>({
      name: 'log_index.view',
      text: VIEW,
      values: [
        [...new Set(batch.flatMap(({ writes }) => writes.map(({ stream }) => stream)))],
        batch.map(({ id }) => id),
      ],
    });
    const { revisions, commands, ...head } = firstRow(rows);
    return {
      head: headOf(head),
      revisions: new Map(Object.entries(revisions)),
      commands: new Map(commands.map((command) => [command.id, command])),
    };
  }

  /**
   * Adds the events after `from`, up to `last`.
   * @returns false if another instance was faster, so that the index has another position by now
   */
  async feed(from: Head, events: readonly LoggedEvent[], last: Head): Promise<boolean> {
    const commands = events.flatMap(({ command }) => command ?? []);
    const { rowCount } = await this.pool.query({
      name: 'log_index.feed',
      text: FEED,
      values: [
        from.position,
        from.hash,
        last.position,
        last.hash,
        last.at,
        ...columns(events, EVENT_COLUMNS),
        ...columns(commands, COMMAND_COLUMNS),
      ],
    });
    return rowCount === 1;
  }
}

type KnownCommand = CommandRow & { id: string; input_hash: string | null };

/** The table's columns in order, by the rows' property names. */
export const COMMAND_COLUMNS = ['id', 'inputHash', 'position', 'revisions', 'result'] as const;

/** Rows as one array per column, the most efficient form for many rows. */
export function columns<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[] {
  return names.map((name) => rows.map((row) => row[name]));
}

const VIEW = `
select c.position, c.hash, c.at,
  (select coalesce(json_object_agg(s.stream, s.revision), '{}') from (
    select w.stream, (select e.revision from log_index.events e where e.stream = w.stream order by e.revision desc limit 1) revision
    from unnest($1::text[]) w(stream)) s where s.revision is not null) as revisions,
  (select coalesce(json_agg(json_build_object('id', k.id, 'input_hash', k.input_hash, 'position', k.position::text,
    'revisions', k.revisions, 'result', k.result)), '[]') from log_index.commands k where k.id = any($2)) as commands
from log_index.checkpoint c`;

/** This update is the compare-and-set: a second writer waits for the row, and then finds another position. */
const FEED = `
with moved as (
  update log_index.checkpoint set position = $3, hash = $4, at = $5 where position = $1 and hash = $2 returning 1
), events as (
  insert into log_index.events (position, stream, revision, id, type, version, data, metadata, at, hash, mac)
  select e.* from unnest($6::bigint[], $7::text[], $8::integer[], $9::uuid[], $10::text[], $11::integer[], $12::text[], $13::text[],
    $14::text[], $15::bytea[], $16::bytea[]) e, moved
), commands as (
  insert into log_index.commands (id, input_hash, position, revisions, result)
  select c.* from unnest($17::text[], $18::text[], $19::bigint[], $20::text[], $21::text[]) c, moved
)
select 1 from moved`;
