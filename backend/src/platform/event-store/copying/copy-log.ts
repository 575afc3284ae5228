import type { LoggedEvent } from '../eventstoredb/envelope.js';
import { LogRefused } from '../event-store.js';
import { toPosition } from '../positions.js';
import { fits, GENESIS } from '../seal.js';

const PAGE_EVENTS = 2000;

/** The end of a log: its last position, and the hash that identifies the log. */
export interface End {
  position: number;
  /** Hexadecimal. */
  hash: string;
}

/** The source of a copy: its events, with the results of their commands. */
export interface Source {
  /** Closes the log to appends, also after a crash. @returns its end @throws LogRefused if it cannot be copied */
  close(): Promise<End>;
  /** In order, at most `limit`. */
  read(after: number, limit: number): Promise<LoggedEvent[]>;
}

/** The target of a copy. It keeps every position, time and seal of the source. */
export interface Target {
  /** Records where the copy will end, and locks the target until then. @returns the target's current end */
  begin(end: End): Promise<End>;
  /** Appends whole commands. @param after the position that the target must have reached */
  write(after: number, events: readonly LoggedEvent[]): Promise<void>;
  /** Unlocks the target. */
  finish(end: End): Promise<void>;
}

/**
 * Copies a log with its positions, times, ids, seals and results of commands. After an interruption, the next call
 * continues. @throws LogRefused if the target has another log, or the source is incomplete
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
        throw new LogRefused(`the source is damaged at ${toPosition(position)}`);
      previous = event.hash;
    }
    const whole = wholeCommands(page, end.position);
    const [first, last] = [whole[0], whole.at(-1)];
    if (!first || !last) throw new LogRefused(`the source ends before ${toPosition(end.position)}`);
    await target.write(first.position - 1, whole);
    [position, previous] = [last.position, last.hash];
    onProgress(position, end.position);
  }
  if (previous.toString('hex') !== end.hash) throw new LogRefused('the source was written to while it was copied');
  await target.finish(end);
  return end;
}

/** Drops the last command of a page if the page cuts it in two; the next page has it. */
function wholeCommands(page: readonly LoggedEvent[], end: number): LoggedEvent[] {
  let whole = 0;
  let until = 0;
  for (const [index, { command, position }] of page.entries()) {
    if (command) until = command.position;
    if (position === until) whole = index + 1;
  }
  return page.slice(0, page.at(-1)?.position === end ? page.length : whole);
}
