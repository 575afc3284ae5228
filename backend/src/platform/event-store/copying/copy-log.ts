import type { LoggedEvent } from '../eventstoredb/envelope.js';
import { LogRefused } from '../event-store.js';
import { toPosition } from '../positions.js';
import { fits, GENESIS } from '../seal.js';

const PAGE_EVENTS = 2000;

/** The end of a log: how far a copy goes, and how one knows that it is this log. */
export interface End {
  position: number;
  /** Hexadecimal. */
  hash: string;
}

/** A log that is read from, event by event with what its commands left. */
export interface Source {
  /** Lets nobody append any more, also after a crash, and tells where it ends. @throws LogRefused where it cannot go */
  close(): Promise<End>;
  /** In order, at most `limit`. */
  read(after: number, limit: number): Promise<LoggedEvent[]>;
}

/** A log that is written to, with every number, time and seal given. */
export interface Target {
  /** Notes where the copy will end: until then nobody else may use it. @returns what it holds already */
  begin(end: End): Promise<End>;
  /** Whole commands, after the ones before. */
  write(after: number, events: readonly LoggedEvent[]): Promise<void>;
  /** Lets programs use it. */
  finish(end: End): Promise<void>;
}

/**
 * Copies a log: the same positions, times, ids, seals and results of commands. Begun again after an interruption it
 * goes on where it was. @throws LogRefused where the target holds another log, or the source is not whole
 */
export async function copyLog(
  source: Source,
  target: Target,
  onProgress: (done: number, of: number) => void,
): Promise<End> {
  const end = await source.close();
  const held = await target.begin(end);
  let [position, previous] = [held.position, GENESIS];
  if (position > 0) {
    const [last] = await source.read(position - 1, 1);
    if (last?.hash.toString('hex') !== held.hash)
      throw new LogRefused(`the target holds ${toPosition(position)} of another log`);
    previous = last.hash;
  }
  while (position < end.position) {
    const page = await source.read(position, PAGE_EVENTS);
    for (const event of page) {
      if (event.position !== ++position || !fits(previous, event))
        throw new LogRefused(`the source is not whole at ${toPosition(position)}`);
      previous = event.hash;
    }
    const whole = wholeCommands(page, end.position);
    if (whole.length === 0) throw new LogRefused(`the source ends before ${toPosition(end.position)}`);
    const last = whole.at(-1)!;
    await target.write(whole[0]!.position - 1, whole);
    [position, previous] = [last.position, last.hash];
    onProgress(position, end.position);
  }
  if (previous.toString('hex') !== end.hash) throw new LogRefused('the source was written to while it was copied');
  await target.finish(end);
  return end;
}

/** A page without the command that it cuts in two, which comes with the next one. */
function wholeCommands(page: readonly LoggedEvent[], end: number): LoggedEvent[] {
  let whole = 0;
  let until = 0;
  for (const [index, { command, position }] of page.entries()) {
    if (command) until = command.position;
    if (position === until) whole = index + 1;
  }
  return page.slice(0, page.at(-1)?.position === end ? page.length : whole);
}
