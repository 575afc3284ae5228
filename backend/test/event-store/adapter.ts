import { randomUUID } from 'node:crypto';
import type {
  Actor,
  AppendContext,
  EventFilter,
  EventStore,
  NewEvent,
  Position,
  RecordedEvent,
} from '#platform/event-store/event-store.js';
import { START } from '#platform/event-store/event-store.js';
import type { StoredLog } from '#platform/event-store/stored-log.js';

/** An adapter under the contract suite. */
export interface Adapter {
  name: string;
  open(): Promise<OpenAdapter>;
}

export interface OpenAdapter {
  store: StoredLog;
  /** One more client of the same log, as another instance of the program would be. */
  another(): Promise<StoredLog>;
  /** The log loses everything after a position, as a failover or a restored backup has it; not on a real server. */
  loseAfter?(position: Position): Promise<void>;
  close(): Promise<void>;
}

const SYSTEM: Actor = { wallet: null, role: 'system' };

export function context(commandId: string = randomUUID(), more: Partial<AppendContext> = {}): AppendContext {
  return {
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: SYSTEM,
      businessDate: '2026-11-21',
    },
    ...more,
  };
}

export const event = (data: object = {}, type = 'SomethingHappened'): NewEvent => ({ type, data });

export const streamName = (category = 'thing'): string => `${category}-${randomUUID()}`;

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The whole log, or what a filter leaves of it, page by page. */
export async function readWhole(
  store: EventStore,
  filter?: EventFilter,
  limit?: number,
  after: Position = START,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let position = after; ;) {
    const page = await store.readAll(position, { filter, limit });
    events.push(...page.events);
    position = page.next;
    if (page.end) return events;
  }
}

/**
 * How long whatever is waited for may take: generous, since a machine may be slow and busy. What comes sooner is not
 * waited for longer.
 */
export const PATIENCE_MS = 60_000;

/** Polls until `condition` holds. @throws where it does not within `timeoutMs` */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
  what = 'the condition',
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
