import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { show } from '../../../../test/render';
import { calls, problem, serve } from '../../../../test/server';
import { RatesBanner } from './rates-banner';

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const rates = (average: number) => ({
  low: 7,
  average,
  high: 9,
  mortgageRate: 6.5,
  lastUpdated: '2026-11-20',
  source: 'Sample',
  stale: false,
});
async function minutes(count: number) {
  for (let minute = 0; minute < count; minute++) {
    window.dispatchEvent(new Event('pointerdown'));
    await later(60_000);
  }
}

describe('the rates of a page that stays open', () => {
  it('are asked for anew once the server has others, while somebody is there', async () => {
    jest.useFakeTimers();
    let average = 8.1;
    serve({ 'GET /api/interest-rates': () => rates(average) });
    show(<RatesBanner />);
    await later(500);
    expect(screen.getByText('8.10%')).toBeInTheDocument();
    expect(screen.getByText('Last updated Nov 20, 2026')).toBeInTheDocument();
    average = 8.25;
    await minutes(31);
    expect(screen.getByText('8.25%')).toBeInTheDocument();
    expect(calls).toHaveLength(2);
  });
  it('are never more than 30 minutes old for somebody who is there, and not asked for while nobody is', async () => {
    jest.useFakeTimers();
    let average = 8.1;
    serve({ 'GET /api/interest-rates': () => rates(average) });
    show(<RatesBanner />);
    await minutes(10);
    // Away for a quarter of an hour: those on the page are younger than 30 minutes, and get no older than that.
    await later(15 * 60_000);
    expect(calls).toHaveLength(1);
    average = 8.25;
    await minutes(6);
    expect(screen.getByText('8.25%')).toBeInTheDocument();
    expect(calls).toHaveLength(2);
    await later(3 * 60 * 60_000);
    expect(calls).toHaveLength(2);
    average = 8.4;
    window.dispatchEvent(new Event('pointermove'));
    await later(500);
    expect(screen.getByText('8.40%')).toBeInTheDocument();
    expect(calls).toHaveLength(3);
  });
  it('stay on the page while the server is away, which is asked three times more', async () => {
    jest.useFakeTimers();
    let isAway = false;
    serve({ 'GET /api/interest-rates': () => (isAway ? problem(503, 'away') : rates(8.1)) });
    show(<RatesBanner />);
    await later(500);
    isAway = true;
    await minutes(32);
    expect(calls).toHaveLength(1 + 4);
    expect(screen.getByText('8.10%')).toBeInTheDocument();
  });
  it('are asked for again where they are more than 30 minutes old, also on the way back from another page', async () => {
    jest.useFakeTimers();
    let average = 8.1;
    serve({ 'GET /api/interest-rates': () => rates(average) });
    const { router } = show(
      <Routes>
        <Route path="/" element={<RatesBanner />} />
        <Route path="/terms" element={null} />
      </Routes>,
    );
    const go = (to: string) => act(() => router.navigate(to));
    await later(500);
    average = 8.25;
    await minutes(15);
    await go('/terms');
    await minutes(10);
    await go('/');
    await later(500);
    expect(screen.getByText('8.10%')).toBeInTheDocument();
    expect(calls).toHaveLength(1);
    await go('/terms');
    await minutes(10);
    await go('/');
    await later(500);
    expect(screen.getByText('8.25%')).toBeInTheDocument();
    expect(calls).toHaveLength(2);
  });
  it('that were kept from another page are asked for once they are 30 minutes old, not 30 minutes after', async () => {
    jest.useFakeTimers();
    serve({ 'GET /api/interest-rates': () => rates(8.1) });
    const { router } = show(
      <Routes>
        <Route path="/" element={<RatesBanner />} />
        <Route path="/terms" element={null} />
      </Routes>,
    );
    await later(500);
    await act(() => router.navigate('/terms'));
    await minutes(20);
    await act(() => router.navigate('/'));
    await minutes(9);
    expect(calls).toHaveLength(1);
    await minutes(2);
    expect(calls).toHaveLength(2);
  });
});
