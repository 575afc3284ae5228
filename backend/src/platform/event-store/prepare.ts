import { canonicalJson } from './canonical-json.js';
import type { AppendContext, ExpectedRevision, StreamWrite } from './event-store.js';
import { eventId } from './ids.js';

/** One command's writes with all bytes made, so that nothing is left to do but to number, seal and store them. */
export interface PreparedCommand {
  id: string;
  inputHash: string | null;
  /** JSON text. */
  result: string;
  metadata: string;
  writes: { stream: string; expected: ExpectedRevision; events: PreparedEvent[] }[];
  /** Size of its texts, in characters: what limits a batch. */
  size: number;
}

export interface PreparedEvent {
  id: string;
  type: string;
  version: number;
  data: string;
}

/** @throws NotPlainJson, or TypeError where a write cannot be stored at all */
export function prepare(writes: readonly StreamWrite[], context: AppendContext): PreparedCommand {
  const commandId = context.metadata.commandId;
  if (!commandId) throw new TypeError('An append needs a command id');
  const metadata = canonicalJson(context.metadata, 'metadata');
  const result = canonicalJson(context.result ?? null, 'result');
  let index = 0;
  let size = result.length;
  const prepared = writes.map(({ stream, expected, events }) => {
    checkName(stream, 'stream');
    if (typeof expected === 'number' && !(Number.isInteger(expected) && expected >= 0))
      throw new TypeError(`Expected revision ${expected} is not a revision`);
    return {
      stream,
      expected,
      events: events.map((event) => {
        checkName(event.type, 'type');
        const data = canonicalJson(event.data, event.type);
        size += data.length + metadata.length;
        return { id: eventId(commandId, index++), type: event.type, version: event.version ?? 1, data };
      }),
    };
  });
  if (new Set(writes.map((write) => write.stream)).size !== writes.length)
    throw new TypeError('A command may write to a stream once');
  return { id: commandId, inputHash: context.inputHash ?? null, result, metadata, writes: prepared, size };
}

/** Names are compared and filtered by prefix everywhere: no control characters, no surprise lengths. */
function checkName(name: string, what: string): void {
  // oxlint-disable-next-line no-control-regex
  if (typeof name !== 'string' || name.length === 0 || name.length > 256 || /[\u0000-\u001f\u007f]/.test(name)) {
    throw new TypeError(`Not a ${what} name: ${JSON.stringify(name)}`);
  }
}
