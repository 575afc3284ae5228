import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Near } from './near';

type Report = (entries: { isIntersecting: boolean }[]) => void;
let report: Report;

beforeEach(() => {
  (globalThis as { IntersectionObserver?: unknown }).IntersectionObserver = class {
    constructor(tell: Report) {
      report = tell;
    }
    observe() {}
    disconnect() {}
  };
});
afterEach(() => {
  cleanup();
  delete (globalThis as { IntersectionObserver?: unknown }).IntersectionObserver;
});

describe('a part of a long list', () => {
  const far = () => act(() => report([{ isIntersecting: false }]));
  it('is there while it is near what is seen, and comes back', () => {
    render(
      <Near className="cards">
        <button type="button">Card</button>
      </Near>,
    );
    far();
    expect(screen.queryByRole('button')).toBeNull();
    act(() => report([{ isIntersecting: true }]));
    expect(screen.getByRole('button')).toBeInTheDocument();
  });
  it('that was far and is near again is there, though both are told at once', () => {
    render(
      <Near>
        <button type="button">Card</button>
      </Near>,
    );
    act(() => report([{ isIntersecting: false }, { isIntersecting: true }]));
    expect(screen.getByRole('button')).toBeInTheDocument();
  });
  it('that has the focus stays, however far', () => {
    render(
      <Near>
        <button type="button">Card</button>
      </Near>,
    );
    screen.getByRole('button').focus();
    far();
    expect(screen.getByRole('button')).toHaveFocus();
  });
});
