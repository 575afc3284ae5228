import { canonicalJson } from './canonical-json.js';
import type { AppendContext, ExpectedRevision, StreamWrite } from './event-store.js';
import { eventId } from './ids.js';
import type { EventMacs } from './macs.js';

/** One command's writes, fully serialized, so that they only need to be numbered, sealed and stored. */
export interface PreparedCommand {
  id: string;
  inputHash: string | null;
  /** JSON text. */
  result: string;
  metadata: string;
  /** Null if any server may write it. */
  fence: string | null;
  writes: { stream: string; expected: ExpectedRevision; events: PreparedEvent[] }[];
  /** The size of a command's events when they are sent to a store, including envelopes and result; bytes. */
  size: number;
}

export interface PreparedEvent {
  id: string;
  type: string;
  version: number;
  data: string;
  /** Null before there are keys. */
  mac: Buffer | null;
}

/** Maximum size of one command, in bytes: a server of EventStoreDB accepts 1 MiB in one append. */
export const COMMAND_BYTES_MAX = 900 << 10;
/** Overhead around an event's texts: names, ids, hash, MAC, time, numbers and separators. */
export const EVENT_BYTES = 420;

/** A command too large for one commit: its events must be divided among several. */
export class CommandTooLarge extends RangeError {
  constructor(bytes: number) {
    super(`A command's events have ${bytes} bytes; a commit may have ${COMMAND_BYTES_MAX}`);
    this.name = 'CommandTooLarge';
  }
}

/** @throws NotPlainJson, CommandTooLarge, NotTheWriter, or TypeError if a write cannot be stored at all */
export function prepare(
  writes: readonly StreamWrite[],
  context: AppendContext,
  macs: EventMacs | null = null,
): PreparedCommand {
  const commandId = context.metadata.commandId;
  if (!commandId) throw new TypeError('An append needs a command id');
  const metadata = canonicalJson(context.metadata, 'metadata');
  const result = canonicalJson(context.result ?? null, 'result');
  const envelope = EVENT_BYTES + bytesOf(metadata);
  let index = 0;
  let size = bytesOf(result);
  const prepared = writes.map(({ stream, expected, events }) => {
    checkName(stream, 'stream');
    size += Buffer.byteLength(stream);
    if (typeof expected === 'number' && !isCount(expected))
      throw new TypeError(`Expected revision ${expected} is not a revision`);
    return {
      stream,
      expected,
      events: events.map((event) => {
        checkName(event.type, 'type');
        const { version = 1 } = event;
        if (!isCount(version) || version === 0) throw new TypeError(`${version} is not a version of ${event.type}`);
        const data = canonicalJson(event.data, event.type);
        size += envelope + Buffer.byteLength(data) + Buffer.byteLength(stream);
        const bare = { id: eventId(commandId, index++), type: event.type, version, data };
        return { ...bare, mac: macs?.of({ ...bare, stream }, metadata) ?? null };
      }),
    };
  });
  if (new Set(writes.map((write) => write.stream)).size !== writes.length)
    throw new TypeError('A command may write to a stream once');
  if (index === 0) throw new TypeError('A command must write an event, by which a repeated call finds it');
  if (size > COMMAND_BYTES_MAX) throw new CommandTooLarge(size);
  const { inputHash = null, fence = null } = context;
  return { id: commandId, inputHash, result, metadata, fence, writes: prepared, size };
}

/** The size of a text inside another JSON text. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Names are compared and filtered by prefix, so control characters and excessive lengths are refused. */
function checkName(name: string, what: string): void {
  // oxlint-disable-next-line no-control-regex
  if (typeof name !== 'string' || name.length === 0 || name.length > 256 || /[\u0000-\u001f\u007f]/.test(name)) {
    throw new TypeError(`Not a ${what} name: ${JSON.stringify(name)}`);
  }
  // EventStoreDB's reserved names begin with this.
  if (name.startsWith('$')) throw new TypeError(`A ${what} name does not begin with $: ${name}`);
}

/** The range of revisions and versions in the stores: signed 32-bit integers. */
const COUNT_MAX = 2 ** 31 - 1;
const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= COUNT_MAX;
