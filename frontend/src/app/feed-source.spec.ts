import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BEAT_MS, followFeed, SILENCE_MS } from './feed-source';

/** An open server stream. */
class Feed extends EventTarget {
  static readonly CLOSED = 2;
  static all: Feed[] = [];
  static get open() {
    return Feed.all.filter(({ readyState }) => readyState !== Feed.CLOSED);
  }
  readyState = 1;
  constructor() {
    super();
    Feed.all.push(this);
  }
  close() {
    this.readyState = Feed.CLOSED;
  }
  say(type: string, data?: object) {
    this.dispatchEvent(Object.assign(new Event(type), data ? { data: JSON.stringify(data) } : {}));
  }
}

/** Broadcast channels of one browser; those of a frozen tab neither send nor receive. */
class Channel extends EventTarget {
  static all = new Set<Channel>();
  static frozen = new Set<Channel>();
  constructor(readonly name: string) {
    super();
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    if (Channel.frozen.has(this)) return;
    for (const other of Channel.all)
      if (other !== this && other.name === this.name && !Channel.frozen.has(other))
        other.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
  close() {
    Channel.all.delete(this);
  }
}

interface Request {
  grant(): void;
  lose(): void;
}

/** The Web Locks of one browser. */
class Locks {
  private readonly held = new Map<string, Request>();
  private readonly queues = new Map<string, Request[]>();
  /** @param grantsAfterMs on a slow start, a free lock is granted late */
  constructor(private readonly grantsAfterMs = 0) {}
  query = async () => ({ held: [...this.held.keys()].map((name) => ({ name })) });
  request(name: string, { steal, signal }: LockOptions, callback: () => Promise<void> | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        this.held.delete(name);
        this.queues.get(name)?.shift()?.grant();
      };
      const request: Request = {
        grant: () => {
          this.held.set(name, request);
          void Promise.resolve(callback()).then(() => {
            if (this.held.get(name) === request) next();
            resolve();
          });
        },
        lose: () => reject(new DOMException('stolen', 'AbortError')),
      };
      signal?.addEventListener('abort', () => {
        const queue = this.queues.get(name) ?? [];
        if (!queue.includes(request)) return;
        queue.splice(queue.indexOf(request), 1);
        reject(new DOMException('given up', 'AbortError'));
      });
      if (steal) {
        const before = this.held.get(name);
        this.held.delete(name);
        before?.lose();
        request.grant();
      } else if (this.held.has(name)) this.queues.set(name, [...(this.queues.get(name) ?? []), request]);
      else if (this.grantsAfterMs > 0) setTimeout(() => !signal?.aborted && request.grant(), this.grantsAfterMs);
      else request.grant();
    });
  }
}

interface Tab {
  heard: string[];
  channel: Channel;
  close(): void;
}
function openTab(whose = 'rMe investor'): Tab {
  const heard: string[] = [];
  const close = followFeed(whose, {
    onOpen: (missed) => void heard.push(missed ? 'open, missed' : 'open'),
    onChange: ({ readModels }) => void heard.push(readModels.join()),
    onLost: () => void heard.push('lost'),
  });
  return { heard, channel: [...Channel.all].at(-1)!, close };
}
const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const change = (...readModels: string[]) => Feed.open[0]!.say('changed', { readModels });

const globals = globalThis as { EventSource?: unknown; BroadcastChannel?: unknown };
beforeEach(() => {
  jest.useFakeTimers();
  [Feed.all, Channel.all, Channel.frozen] = [[], new Set(), new Set()];
  globals.EventSource = Feed;
  globals.BroadcastChannel = Channel;
  Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
  delete globals.EventSource;
  delete globals.BroadcastChannel;
  delete (navigator as { locks?: unknown }).locks;
});

describe('the tabs of one browser', () => {
  it('one that starts slowly takes the stream from nobody, so it asks for nothing a second time', async () => {
    Object.defineProperty(navigator, 'locks', { value: new Locks(SILENCE_MS + 2 * BEAT_MS), configurable: true });
    const tab = openTab();
    await after(SILENCE_MS + 3 * BEAT_MS);
    Feed.open[0]!.say('open');
    expect([Feed.all.length, tab.heard]).toEqual([1, ['open']]);
    tab.close();
  });
  it('share one stream, and all of them hear what it says', async () => {
    const tabs = [openTab(), openTab(), openTab()];
    await after(0);
    expect(Feed.open).toHaveLength(1);
    Feed.open[0]!.say('open');
    change('payouts');
    for (const { heard } of tabs) expect(heard.slice(-2)).toEqual(['open', 'payouts']);
    await after(60_000);
    expect(Feed.all).toHaveLength(1);
    tabs.forEach(({ close }) => close());
    expect(Feed.open).toHaveLength(0);
  });

  it('have another stream at once when the tab that had it closes, and look at everything again', async () => {
    const [first, second] = [openTab(), openTab()];
    await after(BEAT_MS);
    first.close();
    await after(0);
    expect(Feed.open).toHaveLength(1);
    Feed.open[0]!.say('open');
    expect(second.heard.at(-1)).toBe('open, missed');
    second.close();
  });

  it('have another one within two seconds when the tab that had it freezes; awake again it waits its turn', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    await after(BEAT_MS);
    const [frozen] = Feed.open;
    Channel.frozen.add(first.channel);
    await after(SILENCE_MS + BEAT_MS);
    expect(SILENCE_MS + BEAT_MS).toBeLessThanOrEqual(2_100);
    Channel.frozen.clear();
    await after(0);
    expect(Feed.open).toHaveLength(1);
    expect(Feed.open[0]).not.toBe(frozen);
    Feed.open[0]!.say('open');
    for (const { heard } of [first, second, third]) expect(heard.at(-1)).toBe('open, missed');
    await after(10_000);
    expect(Feed.open).toHaveLength(1);
    [second, third, first].forEach(({ close }) => close());
    await after(0);
    expect(Feed.open).toHaveLength(0);
  });

  it('look at everything again where the tab that had it was frozen before they came', async () => {
    const first = openTab();
    await after(0);
    Channel.frozen.add(first.channel);
    const second = openTab();
    await after(SILENCE_MS + BEAT_MS);
    Feed.open[0]!.say('open');
    expect(second.heard.at(-1)).toBe('open, missed');
    Channel.frozen.clear();
    [first, second].forEach(({ close }) => close());
  });

  it('hear that it is lost, those too that came later', async () => {
    const first = openTab();
    await after(0);
    Feed.open[0]!.say('open');
    Feed.open[0]!.say('error');
    const late = openTab();
    await after(BEAT_MS);
    expect(late.heard.at(-1)).toBe('lost');
    Feed.open[0]!.say('open');
    expect(late.heard.at(-1)).toBe('open, missed');
    [first, late].forEach(({ close }) => close());
  });

  it('that are signed in differently share nothing', async () => {
    const [mine, other] = [openTab(), openTab('rOther landlord')];
    await after(0);
    expect(Feed.open).toHaveLength(2);
    change('payouts');
    expect(mine.heard).toContain('payouts');
    expect(other.heard).not.toContain('payouts');
    [mine, other].forEach(({ close }) => close());
  });
});

describe('a browser without locks or channels', () => {
  it.each(['locks', 'channels'])('has a stream for each tab: %s', async (missing) => {
    if (missing === 'locks') delete (navigator as { locks?: unknown }).locks;
    else delete globals.BroadcastChannel;
    const [first, second] = [openTab(), openTab()];
    await after(0);
    expect(Feed.open).toHaveLength(2);
    first.close();
    change('payouts');
    expect([first.heard, second.heard]).toEqual([[], ['payouts']]);
    second.close();
  });
});
