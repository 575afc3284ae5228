import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { EventEmitter } from 'node:events';
import type { ReadModels } from '../../../../platform/projections/read-models.js';
import { LiveFeed, STREAMS_MAX, STREAMS_TOTAL_MAX } from './live-feed.js';

/** A client's connection: takes what is written, or lets it stand. */
class Client extends EventEmitter {
  readonly received: string[] = [];
  takes = true;
  set(): void {}
  write(text: string): boolean {
    this.received.push(text);
    return this.takes;
  }
  destroy(): void {
    this.emit('close');
  }
}

describe('the live feed', () => {
  let changes: EventEmitter<{ changed: [string] }>;
  let feed: LiveFeed;
  beforeEach(() => {
    jest.useFakeTimers();
    changes = new EventEmitter<{ changed: [string] }>().setMaxListeners(0);
    feed = new LiveFeed({ changes } as unknown as ReadModels);
  });
  afterEach(() => void jest.useRealTimers());
  function listen(person: string): Client {
    const client = new Client();
    feed.stream(person, client as unknown as Response);
    return client;
  }

  it('holds at most 20 streams a person, and nobody else is hurt', () => {
    const clients = Array.from({ length: STREAMS_MAX }, () => listen('rOne'));
    for (let n = 0; n < 40; n++) expect(() => listen('rOne')).toThrow('At most 20 live feeds');
    const other = listen('rOther');
    changes.emit('changed', 'cases');
    jest.advanceTimersByTime(100);
    expect(other.received.at(-1)).toContain('cases');
    clients[0]!.destroy();
    listen('rOne');
    expect(() => listen('rOne')).toThrow('At most 20 live feeds');
  });

  it('holds a bounded number of streams of everybody, and takes another once one is closed (security 21)', () => {
    const all = Array.from({ length: STREAMS_TOTAL_MAX }, (_, n) => listen(`r${Math.floor(n / STREAMS_MAX)}`));
    expect(() => listen('rOther')).toThrow('Too many live feeds are open');
    all[0]!.destroy();
    listen('rOther');
    expect(() => listen('rOther')).toThrow('Too many live feeds are open');
  });

  it('writes nothing more to a client that does not take it, tells it all at once when it does, and ends it at last', () => {
    const [slow, quick] = [listen('rSlow'), listen('rQuick')];
    slow.takes = false;
    for (let n = 0; n < 1000; n++) {
      changes.emit('changed', n % 2 ? 'cases' : 'properties');
      jest.advanceTimersByTime(60);
    }
    // What was under way, and then nothing: the quick one was told each time.
    expect(slow.received).toHaveLength(2);
    expect(quick.received.length).toBeGreaterThan(900);
    expect(changes.listenerCount('changed')).toBe(1);

    const again = listen('rSlow');
    again.takes = false;
    changes.emit('changed', 'cases');
    jest.advanceTimersByTime(100);
    changes.emit('changed', 'properties');
    changes.emit('changed', 'persons');
    jest.advanceTimersByTime(10_000);
    again.takes = true;
    again.emit('drain');
    expect(again.received.at(-1)).toBe('event: changed\ndata: {"readModels":["properties","persons"]}\n\n');
  });
});
