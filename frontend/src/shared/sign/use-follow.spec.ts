import { expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useFollow } from './use-follow';

const isOver = ({ signed }: { signed: boolean }) => signed;
const lateAt = (now: number, signed: boolean) => {
  const useStatus = () => ({ currentData: { signed }, error: undefined, refetch: () => undefined });
  return renderHook(() => useFollow(useStatus as never, 'u-1', { every: 1, until: 100, now, isOver })).result.current
    .late;
};

it('is late once its time is over, unless it has ended before', () => {
  expect([lateAt(99, false), lateAt(100, false)]).toEqual([false, true]);
  expect([lateAt(99, true), lateAt(100, true)]).toEqual([false, false]);
});
