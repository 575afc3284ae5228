import { CommandReused, WrongExpectedRevision, type ExpectedRevision } from '../event-store.js';
import type { Verdict } from '../group-commit.js';
import { resultOf, type CommandRow } from '../postgres/log-rows.js';
import type { PreparedCommand } from '../prepare.js';
import { seal } from '../seal.js';
import type { LoggedCommand, LoggedEvent } from './envelope.js';

/** The end of the log: the seal of the next event covers it. */
export interface Head {
  position: number;
  hash: Buffer;
  at: string;
}

/** The state of the log at its head, limited to what a batch needs. */
export interface View {
  head: Head;
  /** Revision of the last event of each stream that exists. */
  revisions: Map<string, number>;
  commands: Map<string, CommandRow & { input_hash: string | null }>;
}

export interface Judged {
  verdicts: Verdict[];
  /** The events to write, numbered and sealed. */
  events: LoggedEvent[];
  /** True if a newer view could change a verdict. */
  doubtful: boolean;
}

/**
 * Decides a batch command by command, each on the state after the earlier ones; the same rules as in the SQL append
 * function. @param now ISO 8601; time never runs backwards along the log
 */
export function judge(view: View, batch: readonly PreparedCommand[], now: string): Judged {
  const revisions = new Map(view.revisions);
  const events: LoggedEvent[] = [];
  let { head } = view;
  let doubtful = false;
  const verdicts = batch.map((command): Verdict => {
    const known = view.commands.get(command.id);
    if (known) {
      const reused = known.input_hash !== null && command.inputHash !== null && known.input_hash !== command.inputHash;
      return reused ? { error: new CommandReused(command.id) } : { ok: resultOf(known, true) };
    }
    for (const { stream, expected } of command.writes) {
      const actual = revisions.get(stream) ?? -1;
      if (holds(expected, actual)) continue;
      doubtful = true;
      return { error: new WrongExpectedRevision(stream, expected, actual) };
    }
    const written = write(command, head, revisions, now > head.at ? now : head.at);
    ({ head } = written);
    events.push(...written.events);
    return { ok: resultOf({ ...written.left, position: String(head.position) }, false) };
  });
  return { verdicts, events, doubtful };
}

const holds = (expected: ExpectedRevision, actual: number): boolean =>
  expected === 'any' || (expected === 'exists' ? actual >= 0 : actual === (expected === 'none' ? -1 : expected));

/** The command's events, the command's result on the first one, and the log's head after them. */
function write(command: PreparedCommand, before: Head, revisions: Map<string, number>, at: string) {
  let head = { ...before, at };
  const told: string[] = [];
  const events: LoggedEvent[] = [];
  for (const write of command.writes) {
    for (const event of write.events) {
      const revision = (revisions.get(write.stream) ?? -1) + 1;
      revisions.set(write.stream, revision);
      const position = head.position + 1;
      const stored = { ...event, position, stream: write.stream, revision, at, metadata: command.metadata };
      head = { position, hash: seal(head.hash, stored), at };
      events.push({ ...stored, hash: head.hash, command: null });
    }
    if (write.events.length > 0) told.push(`${JSON.stringify(write.stream)}:${revisions.get(write.stream)}`);
  }
  const { id, inputHash, result } = command;
  const left: LoggedCommand = {
    id,
    inputHash,
    result,
    revisions: `{${told.join(',')}}`,
    position: head.position,
  };
  return { events: events.map((event, place) => (place === 0 ? { ...event, command: left } : event)), left, head };
}
