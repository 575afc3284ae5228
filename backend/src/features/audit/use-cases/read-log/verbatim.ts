/** The log's sealed bytes, unchanged, so that anybody who has the file can recompute every hash. */
import type { LogQuery } from '@tknest/contracts/api';
import type { EventMetadata, Page, Position, RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { SealedEvent } from '#platform/event-store/seal.js';
import type { StoredLog } from '#platform/event-store/stored-log.js';

const PAGE = 1_000;

/** An event as a line of `log.jsonl`: `data` and `metadata` are the sealed texts. docs/log-format.md */
export const verbatimLine = ({ position, hash, ...event }: SealedEvent): string => {
  const { stream, revision, id, type, version, at, data, metadata } = event;
  const fields = { stream, revision, id, type, version, at, data, metadata, hash: hash.toString('hex') };
  return `${JSON.stringify({ position: toPosition(position), ...fields })}\n`;
};

/** An event in both forms: parsed, and as it was sealed. */
export interface VerbatimEvent extends RecordedEvent {
  sealed: SealedEvent;
}

const readVerbatim = (sealed: SealedEvent): VerbatimEvent => ({
  ...sealed,
  position: toPosition(sealed.position),
  data: JSON.parse(sealed.data),
  metadata: JSON.parse(sealed.metadata) as EventMetadata,
  hash: sealed.hash.toString('hex'),
  sealed,
});

/** Reads the log by its sealed bytes alone. */
export const verbatimReading = (log: Pick<StoredLog, 'stored'>) => ({
  async readAll(after: Position, { limit = PAGE }: { limit?: number } = {}): Promise<Page> {
    const events = (await log.stored(after, limit)).map(readVerbatim);
    // A short page is not the end: EventStoreDB ends a page of large events early.
    return { events, next: events.at(-1)?.position ?? after, end: events.length === 0 };
  },
});

/** Filters for the log, besides a range of positions. */
export type LogPart = Pick<LogQuery, 'stream' | 'type' | 'actor' | 'wallet' | 'from' | 'to'>;

const ASKED = ['stream', 'type', 'actor', 'wallet', 'from', 'to'] as const;

/** The filters; null for the whole log. */
export function partOf(query: LogQuery): LogPart | null {
  const part = Object.fromEntries(ASKED.filter((name) => query[name]).map((name) => [name, query[name]]));
  return Object.keys(part).length > 0 ? part : null;
}

/** A time in the format of events' times, so that they compare as text: `14:02Z` would sort after `14:02:22Z`. */
const inFull = (moment: string): string => new Date(moment).toISOString();

/**
 * Whether a text is a whole value or key in an event, as the index of wallets has it. After an escaped quotation mark
 * it is only the end of a longer text.
 */
function names({ data, metadata }: SealedEvent, text: string): boolean {
  const [whole, sealed] = [`"${text}"`, `${data}${metadata}`];
  for (let at = sealed.indexOf(whole); at >= 0; at = sealed.indexOf(whole, at + 1))
    if (sealed[at - 1] !== '\\') return true;
  return false;
}

/** Whether an event belongs to the part: `from` and `to` are times, `actor` a wallet or a role. */
export function belongs(event: SealedEvent, { stream, type, actor, wallet, from, to }: LogPart): boolean {
  if (stream && !event.stream.startsWith(stream)) return false;
  if (type && event.type !== type) return false;
  if (from && event.at < inFull(from)) return false;
  if (to && event.at >= inFull(to)) return false;
  if (wallet && !names(event, wallet)) return false;
  if (!actor) return true;
  const { wallet: by, role } = (JSON.parse(event.metadata) as EventMetadata).actor;
  return by === actor || role === actor;
}

/** The first line of a file that is a part of the log: it says that the file proves nothing about the whole log. */
const ofPart = (part: LogPart): string =>
  `${JSON.stringify({ part, note: 'A part of the log: it cannot be verified as a whole.' })}\n`;

/** What to write into a file: the log after one position up to and including another, unfiltered or filtered. */
interface LogRange {
  after: Position;
  through: Position;
  part: LogPart | null;
}

/** The matching events as they were sealed, a page of the log at a time. */
async function* sealedPages(
  log: Pick<StoredLog, 'stored'>,
  { after, through, part }: LogRange,
): AsyncGenerator<SealedEvent[]> {
  while (after < through) {
    const events = await log.stored(after, PAGE);
    const last = events.at(-1);
    if (!last) return;
    after = toPosition(last.position);
    yield events.filter((one) => toPosition(one.position) <= through && (!part || belongs(one, part)));
  }
}

/** The text of `log.jsonl`, a page at a time. */
export async function* verbatimLines(log: Pick<StoredLog, 'stored'>, range: LogRange): AsyncGenerator<string> {
  if (range.part) yield ofPart(range.part);
  for await (const events of sealedPages(log, range)) yield events.map(verbatimLine).join('');
}

/** A part of the log as parsed events, a page at a time. */
export async function* partPages(log: Pick<StoredLog, 'stored'>, range: LogRange): AsyncGenerator<RecordedEvent[]> {
  for await (const events of sealedPages(log, range)) yield events.map(readVerbatim);
}
