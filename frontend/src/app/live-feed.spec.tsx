import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { api } from '../shared/api/base-api';
import { FeedPaused } from '../shared/ui/states/states';
import { ALL_TAGS, tagsOf } from './feed-tags';
import { SPREAD_MS, useLiveFeed } from './live-feed';
import VisitorFeed from './visitor-feed';
import { createStore } from '../shared/store/store';

class Feed extends EventTarget {
  static readonly CLOSED = 2;
  static all: Feed[] = [];
  readyState = 1;
  constructor() {
    super();
    Feed.all.push(this);
  }
  close() {
    this.readyState = Feed.CLOSED;
  }
  say(type: string, data?: object) {
    act(() => void this.dispatchEvent(Object.assign(new Event(type), data ? { data: JSON.stringify(data) } : {})));
  }
}

const Page = () => (useLiveFeed('rMe investor') ? <p>live</p> : <FeedPaused />);
const after = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  Feed.all = [];
  (globalThis as { EventSource?: unknown }).EventSource = Feed;
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  delete (globalThis as { EventSource?: unknown }).EventSource;
});

function open() {
  const store = createStore();
  const dispatched = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <Page />
    </Provider>,
  );
  const asked = () =>
    dispatched.mock.calls
      .map(([action]) => action as unknown)
      .filter(api.util.invalidateTags.match)
      .map(({ payload }) => payload);
  return { feed: Feed.all[0]!, asked };
}

describe('the live feed of a stranger', () => {
  it('asks for what changed within 0.7 s once, and within the second', () => {
    const store = createStore();
    const dispatched = jest.spyOn(store, 'dispatch');
    const asked = () =>
      dispatched.mock.calls.map(([action]) => action as unknown).filter(api.util.invalidateTags.match);
    const { unmount } = render(
      <Provider store={store}>
        <VisitorFeed />
      </Provider>,
    );
    const [feed] = Feed.all;
    for (const name of ['properties', 'property-history', 'loans'])
      feed!.say('changed', { readModels: [name], properties: [7] });
    expect(asked()).toHaveLength(0);
    after(1_000);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]!.payload).toEqual([
      { type: 'Properties', id: 'LIST' },
      { type: 'Properties', id: 7 },
      { type: 'Loans', id: 'LIST' },
      { type: 'Loans', id: 7 },
    ]);
    feed!.say('changed', { readModels: ['properties'] });
    after(1_000);
    expect(asked()).toHaveLength(2);
    feed!.say('changed', { readModels: ['properties'] });
    unmount();
    after(1_000);
    expect(asked()).toHaveLength(2);
  });
});

describe('the live feed', () => {
  it('asks again only for the property that changed, and for lists', async () => {
    const asked: string[] = [];
    const probe = api.injectEndpoints({
      endpoints: (build) => ({
        probe: build.query<null, number | 'list'>({
          queryFn: (id) => (asked.push(String(id)), { data: null }),
          providesTags: (_, __, id) => ['Properties', { type: 'Properties', id: id === 'list' ? 'LIST' : id }],
        }),
      }),
    });
    const store = createStore();
    for (const id of [7, 8, 'list'] as const) void store.dispatch(probe.endpoints.probe.initiate(id));
    await act(() => jest.advanceTimersByTimeAsync(0));
    asked.length = 0;
    store.dispatch(api.util.invalidateTags([...tagsOf({ readModels: ['properties'], properties: [7] })]));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(asked.sort()).toEqual(['7', 'list']);
    asked.length = 0;
    store.dispatch(api.util.invalidateTags([...tagsOf({ readModels: ['properties'] })]));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(asked.sort()).toEqual(['7', '8', 'list']);
  });
  it('asks again for erasures when what is known of people changes', () => {
    const { feed, asked } = open();
    feed.say('changed', { readModels: ['verifications'] });
    expect(asked()[0]).toContain('Erasures');
  });
  it('asks again for the notifications, and so for their count, when somebody was told something', () => {
    const { feed, asked } = open();
    feed.say('changed', { readModels: ['notifications'] });
    expect(asked()).toEqual([['Notifications']]);
  });
  it('asks again for what a changed read model concerns', () => {
    const { feed, asked } = open();
    feed.say('changed', { readModels: ['properties', 'cases'] });
    expect(asked()).toEqual([['Properties', 'Cases']]);
  });
  it('whose wallet was verified on the phone: the session is asked for again, so the page knows too', () => {
    const { feed, asked } = open();
    feed.say('changed', { readModels: ['persons'] });
    expect(asked()[0]).toContain('Session');
  });
  it('that was broken for a moment asks for everything that changed between', () => {
    const { feed, asked } = open();
    feed.say('open');
    expect(asked()).toEqual([]);
    feed.say('error');
    after(500);
    feed.say('open');
    after(SPREAD_MS);
    expect(asked()).toEqual([ALL_TAGS]);
    expect(ALL_TAGS).toEqual(expect.arrayContaining(['Properties', 'Payments', 'Purchases', 'Session']));
  });
  it('asks at another moment than other browsers after a break that all of them had', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const { feed, asked } = open();
    feed.say('error');
    feed.say('open');
    after(SPREAD_MS / 2 - 1);
    expect(asked()).toEqual([]);
    after(1);
    expect(asked()).toEqual([ALL_TAGS]);
  });
  it('says nothing of a short break', () => {
    const { feed } = open();
    feed.say('error');
    after(2_900);
    feed.say('open');
    after(10_000);
    expect(screen.getByText('live')).toBeInTheDocument();
  });
  it('says when it is lost, asks every half minute meanwhile, and everything once when it is back', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const { feed, asked } = open();
    feed.say('error');
    after(3_000);
    expect(screen.getByText('Live updates are paused. We check every 30 seconds instead.')).toBeInTheDocument();
    after(60_000);
    expect(asked()).toHaveLength(2);
    feed.say('open');
    after(0);
    expect(screen.getByText('live')).toBeInTheDocument();
    expect(asked()).toHaveLength(3);
    after(60_000);
    expect(asked()).toHaveLength(3);
  });
  it('is made anew where the server refused it for good', () => {
    const { feed } = open();
    feed.readyState = Feed.CLOSED;
    feed.say('error');
    after(10_000);
    expect(Feed.all).toHaveLength(2);
  });
});
