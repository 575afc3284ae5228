import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { useSamePlace } from './use-same-place';

const Page = ({ of }: { of: string }) => {
  useSamePlace(of);
  return null;
};
let [height, type] = [0, 'reload'];
let changed: () => void = () => undefined;
const went = jest.fn();
const scrolled = (to: number) => Object.defineProperty(window, 'scrollY', { value: to, configurable: true });
const grows = (to: number) => {
  height = to;
  act(() => changed());
};
/** The document is left at a place, and is loaded again. */
function left(at: number): ReturnType<typeof render> {
  render(<Page of="home" />);
  scrolled(at);
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  changed = () => undefined;
  height = 0;
  return render(<Page of="home" />);
}

const after = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  went.mockReset();
  type = 'reload';
  Object.assign(window, {
    innerHeight: 800,
    scrollTo: (_: number, y: number) => went(y),
    ResizeObserver: class {
      constructor(tell: () => void) {
        this.observe = () => void (changed = tell);
      }
      observe: () => void;
      disconnect = () => void (changed = () => undefined);
    },
  });
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
  Object.defineProperty(document.body, 'scrollHeight', { get: () => height, configurable: true });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('a reload comes back to its place once the page is high enough and grows no more, and only once', () => {
  left(1_200);
  grows(1_500);
  after(1_000);
  grows(2_000);
  after(199);
  grows(2_100);
  after(199);
  expect(went).not.toHaveBeenCalled();
  after(1);
  grows(2_200);
  after(1_000);
  expect(went.mock.calls).toEqual([[1_200]]);
});
it.each(['wheel', 'pointerdown', 'keydown'])('goes nowhere once somebody has: %s', (how) => {
  left(1_200);
  window.dispatchEvent(new Event(how));
  grows(2_000);
  after(1_000);
  expect(went).not.toHaveBeenCalled();
});
it('goes nowhere on another page, which begins at its top', () => {
  const view = left(1_200);
  grows(2_000);
  view.rerender(<Page of="portfolio" />);
  grows(3_000);
  after(1_000);
  expect(went).not.toHaveBeenCalled();
});
it.each(['navigate', 'back_forward'])('leaves a document that was loaded otherwise to the browser: %s', (how) => {
  type = how;
  left(1_200);
  grows(3_000);
  after(1_000);
  expect(went).not.toHaveBeenCalled();
});
