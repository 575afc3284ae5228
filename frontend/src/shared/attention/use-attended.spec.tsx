import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, serve, session } from '../../../test/server';
import { PaymentPill } from '../payments/components/payment-pill';
import { UNATTENDED_AFTER_MS } from './use-attended';

beforeEach(() => {
  jest.useFakeTimers();
  globalThis.media = () => false;
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('the poll of the payment pill', () => {
  it('ends when nobody is there, so that the session can end for idleness; and goes on with the first touch', async () => {
    serve({ 'GET /api/session': session(), 'GET /api/rlusd/payments': [] });
    show(<PaymentPill />);
    const asked = () => calls.filter(({ path }) => path === '/api/rlusd/payments').length;
    await later(30_500);
    expect(asked()).toBeGreaterThanOrEqual(3);
    await later(UNATTENDED_AFTER_MS);
    const left = asked();
    await later(30 * 60_000);
    expect(asked()).toBe(left);
    fireEvent.pointerMove(document.body);
    await later(11_000);
    expect(asked()).toBeGreaterThan(left);
  });
});
