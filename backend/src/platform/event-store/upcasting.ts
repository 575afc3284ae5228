import type { Page, RecordedEvent } from './event-store.js';

/** Turns the data of one schema version into that of the next. Pure; never edited once released. */
export type Upcaster = (data: any) => object;

/** By event name, then by the version that an upcaster starts from. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/**
 * The ladders from every version ever stored to the one that code reads now. To change a schema: raise its version in
 * EVENT_CATALOGUE, add the step here, and keep the old golden file beside the new one.
 */
export const UPCASTERS: Upcasters = {
  // Version 1 did not say when a leg was prepared: its LastLedgerSequence never lay further ahead in practice.
  LegPrepared: {
    1: (data: { lastLedgerSequence: number }) => ({ ...data, ledgerIndex: Math.max(1, data.lastLedgerSequence - 900) }),
  },
  // Version 1 knew no closing by an admin, who has to say why.
  ListingClosed: { 1: (data: object) => ({ ...data, explanation: null }) },
};

/**
 * A stored event that this program cannot read: it was written by a newer one, or a step of the ladder is missing. Who
 * needs it must stop before it, and nobody else.
 */
export class UnreadableEvent extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'UnreadableEvent';
  }
}

/** An event as code reads it today. @throws UnreadableEvent */
export function upcast(
  event: RecordedEvent,
  versions: Readonly<Record<string, number>>,
  upcasters: Upcasters,
): RecordedEvent {
  const current = versions[event.type];
  if (current === undefined || event.version === current) return event;
  if (event.version > current)
    throw new UnreadableEvent(
      `${event.type} at ${event.position} is of version ${event.version}; this program knows ${current}`,
    );
  let { data } = event;
  for (let version = event.version; version < current; version++) {
    const step = upcasters[event.type]?.[version];
    if (!step) throw new UnreadableEvent(`There is no way from version ${version} of ${event.type} to ${version + 1}`);
    data = step(data);
  }
  return { ...event, version: current, data };
}

/**
 * A page as code reads it today; it ends before what cannot be read. @throws UnreadableEvent where that is the first
 */
export function upcastPage(page: Page, today: (event: RecordedEvent) => RecordedEvent): Page {
  const events: RecordedEvent[] = [];
  for (const event of page.events) {
    try {
      events.push(today(event));
    } catch (error) {
      if (events.length === 0 || !(error instanceof UnreadableEvent)) throw error;
      return { events, next: events.at(-1)!.position, end: false };
    }
  }
  return { ...page, events };
}
