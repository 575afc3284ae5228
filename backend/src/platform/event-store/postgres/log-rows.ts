import type pg from 'pg';
import { firstRow } from '../../database/first-row.js';
import {
  CommandReused,
  type AppendResult,
  type EventFilter,
  type EventMetadata,
  type Page,
  type Position,
  type ReadOptions,
  type RecordedEvent,
} from '../event-store.js';
import { toPosition, toSequence } from '../positions.js';
import { ForgedCommand } from '../upcasting.js';
import type { EventMacs } from '../macs.js';
import type { SealedEvent, StoredEvent } from '../seal.js';
import { Witness, type Found } from '../witness.js';

/** The most events that one filtered page examines, so that a filter that rarely matches cannot run for minutes. */
const WINDOW_POSITIONS = 20_000;
const PAGE_EVENTS_MAX = 1000;
/** The most types that are looked up one by one. */
const INDEXED_TYPES_MAX = 4;
/** The largest bigint: after every position. */
const LAST_POSITION = '9223372036854775807';
const STREAM_PAGE_EVENTS = 500;

const COLUMNS = 'e.position, e.stream, e.revision, e.id, e.type, e.version, e.at, e.data, e.metadata, e.hash, e.mac';

/** Everything stays text on the way out: no parser per column, and the only work per event is the JSON. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig;

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
  mac: string | null,
  /** The position of an earlier event with the same id, if that was checked. */
  copied?: string | null,
];

/**
 * Why an event is not genuine. A copy has the MAC of its original, which covers everything but its position; and the
 * database's owner can drop the index that keeps ids unique.
 */
const misfitOf = (row: Row, macs: EventMacs | null): string | null =>
  row[11] ? `it is a copy of the event at ${row[11]}` : (macs?.misfit(toStored(row), bytesOf(row[10])) ?? null);

function toEvent(row: Row, macs: EventMacs | null): RecordedEvent {
  const misfit = misfitOf(row, macs);
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
    ...(misfit ? { misfit } : {}),
  };
}

const bytesOf = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex.slice(2), 'hex'));

const toStored = (row: Row): StoredEvent => ({
  position: Number(row[0]),
  stream: row[1],
  revision: Number(row[2]),
  id: row[3],
  type: row[4],
  version: Number(row[5]),
  at: row[6],
  data: row[7],
  metadata: row[8],
});

function toSealed(row: Row, macs: EventMacs | null): SealedEvent {
  const [stored, mac] = [toStored(row), bytesOf(row[10])];
  const isWhole = row.slice(0, 10).every((part) => part !== null);
  const misfit = isWhole ? misfitOf(row, macs) : 'it lacks a part';
  return { ...stored, hash: bytesOf(row[9])!, mac, ...(misfit ? { misfit } : {}) };
}

/** The seal and id of the event at the witnessed position, as selected by the statement, or null. */
const foundIn = (text: string | null): Found =>
  text === null ? null : { hash: text.slice(0, 64), id: text.slice(64) };

/**
 * The log in tables `events` and `commands` of a schema: the log itself, or the index of one that is stored elsewhere.
 * Every statement also selects the newest event seen.
 * @throws LogWentBack from each call if that event is gone
 */
export class LogRows {
  constructor(
    private readonly pool: pg.Pool,
    readonly schema: 'eventstore' | 'log_index',
    private readonly witness: Witness = new Witness(),
    private readonly macs: EventMacs | null = null,
  ) {}

  /** A column with the position of an earlier event of the same id. `+ 0` makes PostgreSQL use the index of ids. */
  private get copied(): string {
    const earlier = `from ${this.schema}.events d where d.id = e.id and d.position + 0 < e.position`;
    return `(select min(d.position + 0) ${earlier}) as copied`;
  }

  /** A column with the event at the position that parameter $n names. */
  private seenAt(n: number): string {
    const at = `from ${this.schema}.events s where s.position = $${n}::bigint`;
    return `(select encode(s.hash, 'hex') || s.id ${at}) as seen`;
  }

  /**
   * The events after position $1 of the types $3, at most $2 of each and of all. Type and position are compared as a
   * pair. If the type is compared with a constant instead, PostgreSQL uses the index of positions, because it expects
   * every type to be equally frequent, and reads the whole log for a type that does not occur.
   */
  private ofTypes(): string {
    return `select f.* from unnest($3::text[]) t (type) cross join lateral (
        select e.* from ${this.schema}.events e
        where (e.type, e.position) > (t.type, $1::bigint) and (e.type, e.position) <= (t.type, ${LAST_POSITION})
        order by e.type, e.position limit $2
      ) f order by f.position limit $2`;
  }

  /**
   * One page of the log. The head is read in the same snapshot as the rows; otherwise "nothing matched" could not be
   * distinguished from "there is nothing more".
   */
  async page(after: Position, options: { limit?: number; filter?: EventFilter } = {}): Promise<Page> {
    const limit = Math.min(options.limit ?? PAGE_EVENTS_MAX, PAGE_EVENTS_MAX);
    const { types, streamPrefixes } = options.filter ?? {};
    const values: unknown[] = [toSequence(after), limit];
    // A few types are found through their index, wherever their events are; for many types, checking each event is
    // cheaper.
    const byType = types !== undefined && types.length <= INDEXED_TYPES_MAX && !streamPrefixes;
    let matches = '';
    if (types) values.push([...new Set(types)]);
    if (types && !byType) matches += ' and e.type = any($3)';
    if (streamPrefixes)
      matches += ` and exists (select from unnest($${values.push(streamPrefixes)}::text[]) p where starts_with(e.stream, p))`;
    const asked = this.witness.seen;
    const seen = this.seenAt(values.push(asked.position));
    const isWindow = matches !== '';
    const window = isWindow ? `and e.position <= $1::bigint + ${WINDOW_POSITIONS}` : '';
    const wanted = byType
      ? this.ofTypes()
      : `select e.* from ${this.schema}.events e
          where e.position > $1::bigint ${window} ${matches} order by e.position limit $2`;
    const { rows } = await this.pool.query<[head: string | null, seen: string | null, ...Row]>({
      name: `${this.schema}.page.${byType ? 'i' : types ? 't' : ''}${streamPrefixes ? 's' : ''}`,
      text: `
        select (select max(position) from ${this.schema}.events) as head, ${seen}, ${COLUMNS}
        from (values (1)) as always left join lateral (${wanted}) e on true
        order by e.position`,
      values,
      rowMode: 'array',
      types: AS_TEXT,
    });
    const [newest, found, position] = firstRow(rows);
    const head = Number(newest ?? 0);
    this.witness.check(asked, foundIn(found), toPosition(head));
    const events = position === null ? [] : rows.map(([, , ...row]) => toEvent(row, this.macs));
    this.witness.read(events.slice(-1));
    const start = toSequence(after);
    const looked =
      events.length === limit
        ? toSequence(events.at(-1)!.position)
        : isWindow
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
      const asked = this.witness.seen;
      const order = backwards ? 'desc' : 'asc';
      const { rows } = await this.pool.query<[seen: string | null, ...Row]>({
        name: `${this.schema}.stream.${order}`,
        text: `select ${this.seenAt(4)}, ${COLUMNS}, ${this.copied} from (values (1)) as always left join lateral (
            select * from ${this.schema}.events e
            where e.stream = $1 and e.revision ${backwards ? '<=' : '>='} $2 order by e.revision ${order} limit $3
          ) e on true order by e.revision ${order}`,
        values: [stream, from, size, asked.position],
        rowMode: 'array',
        types: AS_TEXT,
      });
      const [found, position] = firstRow(rows);
      await this.checked(asked, found);
      const events = position === null ? [] : rows.map(([, ...row]) => toEvent(row, this.macs));
      this.witness.read(backwards ? events.slice(0, 1) : events.slice(-1));
      yield* events;
      if (events.length < size) return;
      left -= events.length;
      from = events.at(-1)!.revision + (backwards ? -1 : 1);
      if (from < 0) return;
    }
  }

  /** @throws CommandReused, ForgedCommand */
  async command(commandId: string, inputHash?: string): Promise<AppendResult | null> {
    const asked = this.witness.seen;
    const { rows } = await this.pool.query<CommandRow & { input_hash: string | null; seen: string | null }>({
      name: `${this.schema}.command`,
      text: `select ${this.seenAt(2)}, c.input_hash, c.position, c.revisions, c.result
        from (values (1)) as always left join ${this.schema}.commands c on c.id = $1`,
      values: [commandId, asked.position],
    });
    const known = firstRow(rows);
    await this.checked(asked, known.seen);
    if (known.position === null) return null;
    if (inputHash && known.input_hash && known.input_hash !== inputHash) throw new CommandReused(commandId);
    await this.mustBeItsOwn(commandId, known);
    return resultOf(known, true);
  }

  /** A repeated command is compared with the last event that it wrote. @throws ForgedCommand */
  async mustBeItsOwn(commandId: string, { position }: Pick<CommandRow, 'position'>) {
    if (!this.macs?.areKept) return;
    const [last] = await this.stored(toPosition(Number(position) - 1), 1);
    const isOwn =
      last?.position === Number(position) &&
      !last.misfit &&
      (JSON.parse(last.metadata) as EventMetadata).commandId === commandId;
    if (!isOwn) throw new ForgedCommand(commandId, toPosition(Number(position)));
  }

  async head(): Promise<Position> {
    const asked = this.witness.seen;
    const { rows } = await this.pool.query<{ head: string; seen: string | null }>({
      name: `${this.schema}.head`,
      text: `select ${this.seenAt(1)}, (select coalesce(max(position), 0) from ${this.schema}.events) as head`,
      values: [asked.position],
    });
    const row = firstRow(rows);
    const head = toPosition(row.head);
    this.witness.check(asked, foundIn(row.seen), head);
    return head;
  }

  /** The same as `witness.check`; if it fails, the error names the end of the log. */
  private async checked(asked: Witness['seen'], seen: string | null): Promise<void> {
    const found = foundIn(seen);
    if (asked.position > 0 && found === null) return void (await this.head());
    this.witness.check(asked, found);
  }

  async stored(after: Position, limit: number): Promise<SealedEvent[]> {
    const asked = this.witness.seen;
    const { rows } = await this.pool.query<[seen: string | null, ...Row]>({
      name: `${this.schema}.stored`,
      text: `select ${this.seenAt(3)}, ${COLUMNS}, ${this.copied} from (values (1)) as always left join lateral (
          select * from ${this.schema}.events e where e.position > $1::bigint order by e.position limit $2
        ) e on true order by e.position`,
      values: [toSequence(after), limit, asked.position],
      rowMode: 'array',
      types: AS_TEXT,
    });
    const [found, position] = firstRow(rows);
    await this.checked(asked, found);
    return position === null ? [] : rows.map(([, ...row]) => toSealed(row, this.macs));
  }
}

export interface CommandRow {
  position: string;
  revisions: string;
  result: string;
}

/** A row of the commands table, or of the append function's result, in the port's form. */
export function resultOf(row: CommandRow, duplicate: boolean): AppendResult {
  return {
    position: toPosition(row.position),
    revisions: JSON.parse(row.revisions),
    duplicate,
    result: JSON.parse(row.result),
  };
}
