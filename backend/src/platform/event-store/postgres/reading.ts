import type pg from 'pg';
import type { EventFilter, Page, Position, ReadOptions, RecordedEvent } from '../event-store.js';
import { toPosition, toSequence } from '../positions.js';

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

/**
 * One page of the log. The head is read in the same snapshot as the rows: without it nobody could tell "nothing
 * matched" from "nothing more is there".
 */
export async function readPage(
  pool: pg.Pool,
  after: Position,
  options: { limit?: number; filter?: EventFilter } = {},
): Promise<Page> {
  const limit = Math.min(options.limit ?? PAGE_EVENTS_MAX, PAGE_EVENTS_MAX);
  const { types, streamPrefixes } = options.filter ?? {};
  const values: unknown[] = [toSequence(after), limit];
  let matches = '';
  if (types) matches += ` and e.type = any($${values.push(types)})`;
  if (streamPrefixes)
    matches += ` and exists (select from unnest($${values.push(streamPrefixes)}::text[]) p where starts_with(e.stream, p))`;
  const window = matches ? `and e.position <= $1::bigint + ${WINDOW_POSITIONS}` : '';
  const { rows } = await pool.query<Array<string | null>>({
    name: `eventstore.page.${types ? 't' : ''}${streamPrefixes ? 's' : ''}`,
    text: `
      select (select max(position) from eventstore.events) as head, ${COLUMNS}
      from (values (1)) as always left join lateral (
        select * from eventstore.events e where e.position > $1::bigint ${window} ${matches} order by e.position limit $2
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
export async function* readStream(
  pool: pg.Pool,
  stream: string,
  options: ReadOptions = {},
): AsyncIterable<RecordedEvent> {
  const { backwards = false, limit = Infinity } = options;
  let from = options.from ?? (backwards ? 2 ** 31 - 1 : 0);
  let left = limit;
  while (left > 0) {
    const size = Math.min(left, STREAM_PAGE_EVENTS);
    const { rows } = await pool.query<Row>({
      name: `eventstore.stream.${backwards ? 'backwards' : 'forwards'}`,
      text: `select ${COLUMNS} from eventstore.events e
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
