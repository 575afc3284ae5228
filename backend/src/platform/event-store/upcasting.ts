import type { Upcasters } from '@tknest/contracts/events';
import { AnsweredError, type Answer } from '../domain/refused.js';
import type { Page, RecordedEvent } from './event-store.js';

/**
 * A stored event that this program cannot read: a newer program wrote it, or an upcaster is missing. Only readers that
 * need it must stop before it.
 */
export class UnreadableEvent extends AnsweredError {
  constructor(why: string) {
    super(why);
    this.name = 'UnreadableEvent';
  }

  get answer(): Answer {
    return {
      reason: 'unavailable',
      detail:
        'An entry of the event log cannot be read or was changed, so nothing that depends on it is shown or decided. ' +
        'The operator of the platform has to look into it.',
    };
  }
}

/** An event that this platform did not write like this: somebody inserted it into the log, or changed it there. */
export class ForgedEvent extends UnreadableEvent {
  constructor({ type, position, misfit }: Pick<RecordedEvent, 'type' | 'position' | 'misfit'>) {
    super(
      `${type} at ${position} is not genuine: ${misfit}. Nothing that depends on it is decided, signed or shown ` +
        '(docs/operations.md, "An event that is not genuine")',
    );
    this.name = 'ForgedEvent';
  }
}

/** A command's row names an event of another command, so somebody manipulated the table. */
export class ForgedCommand extends UnreadableEvent {
  constructor(commandId: string, position: string) {
    super(
      `The command ${commandId} is not genuine: it names ${position}, which it did not write. It has no effect ` +
        '(docs/operations.md, "An event that is not genuine")',
    );
    this.name = 'ForgedCommand';
  }
}

/** An event in its current version. @throws UnreadableEvent, ForgedEvent */
export function upcast(
  event: RecordedEvent,
  versions: Readonly<Record<string, number>>,
  upcasters: Upcasters,
): RecordedEvent {
  if (event.misfit) throw new ForgedEvent(event);
  const current = versions[event.type];
  if (current === undefined || event.version === current) return event;
  if (event.version > current)
    throw new UnreadableEvent(
      `${event.type} at ${event.position} is of version ${event.version}; this program knows ${current}`,
    );
  let { data } = event;
  for (let version = event.version; version < current; version++) {
    const step = upcasters[event.type]?.[version];
    if (!step)
      throw new UnreadableEvent(`There is no upcaster from version ${version} of ${event.type} to ${version + 1}`);
    data = step(data);
  }
  return { ...event, version: current, data };
}

/**
 * A page with events in their current versions; it ends before an unreadable one. @throws UnreadableEvent if that is
 * the first
 */
export function upcastPage(page: Page, today: (event: RecordedEvent) => RecordedEvent): Page {
  const events: RecordedEvent[] = [];
  for (const event of page.events) {
    try {
      events.push(today(event));
    } catch (error) {
      const last = events.at(-1);
      if (!last || !(error instanceof UnreadableEvent)) throw error;
      return { events, next: last.position, end: false };
    }
  }
  return { ...page, events };
}
