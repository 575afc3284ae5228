import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useTogether } from './use-together';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
const open = (...loading: boolean[]) =>
  renderHook(({ asked }) => useTogether(...asked.map((isLoading) => ({ isLoading }))), {
    initialProps: { asked: loading },
  });

it('waits until all have answered, and never again', () => {
  const { result, rerender } = open(true, true);
  expect(result.current).toBe(false);
  rerender({ asked: [false, true] });
  expect(result.current).toBe(false);
  rerender({ asked: [false, false] });
  expect(result.current).toBe(true);
  rerender({ asked: [true, false] });
  expect(result.current).toBe(true);
});

it('does not wait for what was loaded before', () => {
  expect(open(false, false).result.current).toBe(true);
});

it('does not wait for ever', () => {
  const { result } = open(true);
  act(() => void jest.advanceTimersByTime(3_000));
  expect(result.current).toBe(true);
});
