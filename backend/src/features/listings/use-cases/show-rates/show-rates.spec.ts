import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Config } from '#platform/config/config.js';
import { ShowRatesHandler } from './show-rates.query.js';

const { fetch } = globalThis;
let asked: string[];
let away: boolean;
let now: number;
let handler: ShowRatesHandler;

beforeEach(() => {
  [asked, away, now] = [[], false, Date.parse('2026-11-23T12:00:00Z')];
  globalThis.fetch = (async (url: string) => {
    const series = new URL(url).searchParams.get('series_id')!;
    asked.push(series);
    if (away) throw new TypeError('fetch failed');
    const value = series === 'DPRIME' ? '6.75' : '6.34';
    // "." means that the day has no value.
    const observations = [
      { date: '2026-11-20', value: '.' },
      { date: '2026-11-19', value },
    ];
    return new Response(JSON.stringify({ observations }));
  }) as typeof globalThis.fetch;
  const config = { fred: { key: 'key', url: 'https://fred.example' } } as unknown as Config;
  handler = new ShowRatesHandler(config, { now: () => new Date(now), sleep: async () => undefined });
});
afterEach(() => void (globalThis.fetch = fetch));

describe('GET /api/interest-rates (document 1 §3, §7)', () => {
  it('has low, average and high of what is derived from the prime rate, the mortgage rate and its day', async () => {
    expect(await handler.execute()).toEqual({
      low: 6.75,
      average: 8,
      high: 9.25,
      mortgageRate: 6.34,
      lastUpdated: '2026-11-19',
      stale: false,
      source: expect.stringMatching(/^FRED, /),
    });
  });
  it('is cached 30 minutes: the source is asked once, and again after that', async () => {
    await handler.execute();
    now += 30 * 60_000 - 1;
    await handler.execute();
    expect(asked).toEqual(['DPRIME', 'MORTGAGE30US']);
    now += 1;
    await handler.execute();
    expect(asked).toHaveLength(4);
  });
  it('stays the last known one, and says so, while the source is away after three tries each', async () => {
    const before = await handler.execute();
    now += 30 * 60_000;
    [asked, away] = [[], true];
    expect(await handler.execute()).toEqual({ ...before, stale: true });
    expect(asked.filter((series) => series === 'DPRIME')).toHaveLength(3);
  });
});
