import { Inject, Injectable } from '@nestjs/common';
import type { AnchorEvent } from '@tknest/contracts/events';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { evolveAnchor, noAnchor, type AnchorState } from './anchor.decider.js';

const PAGE = 1_000;
const TYPES: AnchorEvent['type'][] = ['AnchorOrdered', 'AnchorSubmitted', 'AnchorConcluded'];

export interface AnchorEntry {
  id: string;
  /** When it was ordered. */
  at: Date;
  state: AnchorState;
}

/** Every anchor that the log names, up to the log's head. There is one a day, so all of them fit into memory. */
@Injectable()
export class AnchorBook {
  private readonly entries = new Map<string, AnchorEntry>();
  private after: Position = START;
  private reading: Promise<void> | null = null;

  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** In the order in which they were ordered. */
  async all(): Promise<readonly AnchorEntry[]> {
    await (this.reading ??= this.catchUp().finally(() => (this.reading = null)));
    return [...this.entries.values()];
  }

  private async catchUp(): Promise<void> {
    for (let end = false; !end;) {
      const page = await this.store.readAll(this.after, { limit: PAGE, filter: { types: TYPES } });
      for (const { at, ...event } of page.events) {
        const fact = event as AnchorEvent;
        const id = fact.data.anchorId;
        const before = this.entries.get(id) ?? { id, at: new Date(at), state: noAnchor };
        this.entries.set(id, { ...before, state: evolveAnchor(before.state, fact) });
      }
      ({ next: this.after, end } = page);
    }
  }
}
