import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { show } from '../../../../test/render';
import { calls, serve } from '../../../../test/server';
import { RatesBanner } from './rates-banner';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('the rates of a page that stays open', () => {
  it('are asked for anew once the server has others, while somebody is there', async () => {
    jest.useFakeTimers();
    let average = 8.1;
    serve({
      'GET /api/interest-rates': () => ({
        low: 7,
        average,
        high: 9,
        mortgageRate: 6.5,
        lastUpdated: '2026-11-20',
        source: 'Sample',
        stale: false,
      }),
    });
    show(<RatesBanner />);
    await later(500);
    expect(screen.getByText('8.10%')).toBeInTheDocument();
    expect(screen.getByText('Last updated Nov 20, 2026')).toBeInTheDocument();
    average = 8.25;
    for (let minute = 0; minute < 31; minute++) {
      window.dispatchEvent(new Event('pointerdown'));
      await later(60_000);
    }
    expect(screen.getByText('8.25%')).toBeInTheDocument();
    expect(calls).toHaveLength(2);
  });
});
