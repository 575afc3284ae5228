import type { LoggedEvent } from '../eventstoredb/envelope.js';
import type { Marks } from '../eventstoredb/guard.js';
import { WireStream } from '../eventstoredb/wire-stream.js';
import { LogRefused } from '../event-store.js';
import type { EventStoreSettings } from '../../config/log-settings.js';
import { toPosition } from '../positions.js';
import { COMMAND_BYTES_MAX, EVENT_BYTES } from '../prepare.js';
import { GENESIS } from '../seal.js';
import type { End, Source, Target } from './copy-log.js';

const CALL_MS = 10_000;
const TRIES_MAX = 10;

/** The stream on EventStoreDB as one end of a copy; its user may change the stream's metadata. */
export class EventStoreDbEnd implements Source, Target {
  readonly wire: WireStream;

  constructor(settings: EventStoreSettings) {
    this.wire = new WireStream(settings, { callMs: CALL_MS });
  }

  /**
   * A mark that every program checks when it starts; a program that still runs and writes is detected at the end of the
   * copy.
   */
  async close(): Promise<End> {
    await this.mark({ 'tknest-closed': await this.end(), 'tknest-copying': undefined });
    return this.end();
  }

  read(after: number, limit: number): Promise<LoggedEvent[]> {
    return this.wire.read(after + 1, limit);
  }

  async begin(end: End): Promise<End> {
    await this.mark({ 'tknest-copying': end, 'tknest-closed': undefined });
    return this.end();
  }

  async write(after: number, events: readonly LoggedEvent[]): Promise<void> {
    let done = after;
    for (const batch of batches(events)) {
      await this.append(done, batch);
      done += batch.length;
    }
  }

  /** Nothing to do: the presence of the last event marks a complete copy. */
  async finish(): Promise<void> {}

  /** Sends the same bytes for the same position until they are known to be written. */
  private async append(after: number, events: readonly LoggedEvent[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        if ((await this.wire.append(after, events)) === 'written') return;
        throw new LogRefused(`somebody else wrote to ${this.wire.name} after ${toPosition(after)}`);
      } catch (error) {
        if (error instanceof LogRefused || error instanceof RangeError || attempt === TRIES_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
      }
    }
  }

  private mark(marks: Marks): Promise<void> {
    return this.wire.mark(marks as Record<string, unknown>);
  }

  private async end(): Promise<End> {
    const [last] = await this.wire.read(1, 1, true);
    return last
      ? { position: last.position, hash: last.hash.toString('hex') }
      : { position: 0, hash: GENESIS.toString('hex') };
  }
}

/** As many whole commands at a time as one append accepts. */
function* batches(events: readonly LoggedEvent[]): Generator<LoggedEvent[]> {
  let batch: LoggedEvent[] = [];
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    batch.push(event);
    bytes += EVENT_BYTES + Buffer.byteLength(event.data) + Buffer.byteLength(JSON.stringify(event.metadata));
    bytes += Buffer.byteLength(event.command?.result ?? '');
    const next = events[index + 1];
    if (next && (!next.command || bytes < COMMAND_BYTES_MAX / 2)) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
}
