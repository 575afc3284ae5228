import type pg from 'pg';
import {
  CommandReused,
  type AppendResult,
  type EventFilter,
  type Page,
  type Position,
  type ReadOptions,
  type RecordedEvent,
} from '../event-store.js';
import { toPosition, toSequence } from '../positions.js';
import type { SealedEvent } from '../seal.js';

/**
 * How far one filtered page looks at most, so that a filter that hardly ever matches cannot hold a query for minutes.
 */
const WINDOW_POSITIONS = 20_000;
const PAGE_EVENTS_MAX = 1000;
const STREAM_PAGE_EVENTS = 500;

const COLUMNS = 'e.position, e.stream, e.revision, e.id, e.type, e.version, e.at, e.data, e.metadata, e.hash';

/** Everything stays text on the way out: no parser per column, and the only work per event is the JSON. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

type Row = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  version: string,
  at: string,
  data: string,
  metadata: string,
  hash: string,
];

function toEvent(row: Row): RecordedEvent {
  return {
    position: toPosition(row[0]),
    stream: row[1],
    revision: Number(row[2]),
    id: row[3],
    type: row[4],
    version: Number(row[5]),
    at: row[6],
    data: JSON.parse(row[7]),
    metadata: JSON.parse(row[8]),
    hash: row[9].slice(2),
  };
}

const toSealed = (row: Row): SealedEvent => ({
  position: Number(row[0]),
  stream: row[1],
  revision: Number(row[2]),
  id: row[3],
  type: row[4],
  version: Number(row[5]),
  at: row[6],
  data: row[7],
  metadata: row[8],
  hash: Buffer.from(row[9].slice(2), 'hex'),
});

/** The log in tables `events` and `commands` of a schema: the log itself, or what mirrors one that lies elsewhere. */
export class LogRows {
  constructor(
    private readonly pool: pg.Pool,
    readonly schema: 'eventstore' | 'log_index',
  ) {}

  /**
   * One page of the log. The head is read in the same snapshot as the rows: without it nobody could tell "nothing
   * matched" from "nothing more is there".
   */
  async page(after: Position, options: { limit?: number; filter?: EventFilter } = {}): Promise<Page> {
    const limit = Math.min(options.limit ?? PAGE_EVENTS_MAX, PAGE_EVENTS_MAX);
    const { types, streamPrefixes } = options.filter ?? {};
    const values: unknown[] = [toSequence(after), limit];
    let matches = '';
    if (types) matches += ` and e.type = any($${values.push(types)})`;
    if (streamPrefixes)
      matches += ` and exists (select from unnest($${values.push(streamPrefixes)}::text[]) p where starts_with(e.stream, p))`;
    const window = matches ? `and e.position <= $1::bigint + ${WINDOW_POSITIONS}` : '';
    const { rows } = await this.pool.query<Array<string | null>>({
      name: `${this.schema}.page.${types ? 't' : ''}${streamPrefixes ? 's' : ''}`,
      text: `
        select (select max(position) from ${this.schema}.events) as head, ${COLUMNS}
        from (values (1)) as always left join lateral (
          select * from ${this.schema}.events e where e.position > $1::bigint ${window} ${matches} order by e.position limit $2
        ) e on true
        order by e.position`,
      values,
      rowMode: 'array',
      types: AS_TEXT,
    });
    const head = Number(rows[0]![0] ?? 0);
    const events = rows[0]![1] === null ? [] : rows.map((row) => toEvent(row.slice(1) as Row));
    const start = toSequence(after);
    const looked =
      events.length === limit
        ? toSequence(events.at(-1)!.position)
        : matches
          ? Math.min(start + WINDOW_POSITIONS, head)
          : head;
    const next = Math.max(start, looked);
    return { events, next: toPosition(next), end: next >= head };
  }

  /** One stream, page by page. */
  async *stream(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent> {
    const { backwards = false, limit = Infinity } = options;
    let from = options.from ?? (backwards ? 2 ** 31 - 1 : 0);
    let left = limit;
    while (left > 0) {
      const size = Math.min(left, STREAM_PAGE_EVENTS);
      const { rows } = await this.pool.query<Row>({
        name: `${this.schema}.stream.${backwards ? 'backwards' : 'forwards'}`,
        text: `select ${COLUMNS} from ${this.schema}.events e
          where e.stream = $1 and e.revision ${backwards ? '<=' : '>='} $2 order by e.revision ${backwards ? 'desc' : 'asc'} limit $3`,
        values: [stream, from, size],
        rowMode: 'array',
        types: AS_TEXT,
      });
      for (const row of rows) yield toEvent(row);
      if (rows.length < size) return;
      left -= rows.length;
      from = Number(rows.at(-1)![2]) + (backwards ? -1 : 1);
      if (from < 0) return;
    }
  }

  /** @throws CommandReused */
  async command(commandId: string, inputHash?: string): Promise<AppendResult | null> {
    const { rows } = await this.pool.query<CommandRow & { input_hash: string | null }>({
      name: `${this.schema}.command`,
      text: `select input_hash, position, revisions, result from ${this.schema}.commands where id = $1`,
      values: [commandId],
    });
    const known = rows[0];
    if (!known) return null;
    if (inputHash && known.input_hash && known.input_hash !== inputHash) throw new CommandReused(commandId);
    return resultOf(known, true);
  }

  async head(): Promise<Position> {
    const { rows } = await this.pool.query<{ head: string }>(
      `select coalesce(max(position), 0) as head from ${this.schema}.events`,
    );
    return toPosition(rows[0]!.head);
  }

  async stored(after: Position, limit: number): Promise<SealedEvent[]> {
    const { rows } = await this.pool.query<Row>({
      name: `${this.schema}.stored`,
      text: `select ${COLUMNS} from ${this.schema}.events e where e.position > $1::bigint order by e.position limit $2`,
      values: [toSequence(after), limit],
      rowMode: 'array',
      types: AS_TEXT,
    });
    return rows.map(toSealed);
  }
}

export interface CommandRow {
  position: string;
  revisions: string;
  result: string;
}

/** A row of a table of commands, or of the append function, as the port has it. */
export function resultOf(row: CommandRow, duplicate: boolean): AppendResult {
  return {
    position: toPosition(row.position),
    revisions: JSON.parse(row.revisions),
    duplicate,
    result: JSON.parse(row.result),
  };
}
