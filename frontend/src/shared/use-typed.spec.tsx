import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useTyped } from './use-typed';

/** An address that follows late, as the router's does. */
const LATE_MS = 300;
const REST_MS = 250;
let change: (to: string) => void;
const seen: string[] = [];

function Page() {
  const [value, setValue] = useState('');
  change = setValue;
  const [shown, type] = useTyped(
    value,
    (to) => {
      seen.push(to);
      setTimeout(() => setValue(to), LATE_MS);
    },
    REST_MS,
  );
  return (
    <>
      <input aria-label="Search" value={shown} onChange={({ target }) => type(target.value)} />
      <output>{value}</output>
    </>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Search');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
  seen.length = 0;
  render(<Page />);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('a field whose value lives in the address', () => {
  it('shows each letter at once and asks once, when the hand rests', () => {
    for (const text of ['l', 'lo', 'lof']) {
      type(text);
      expect(field().value).toBe(text);
      wait(100);
    }
    wait(REST_MS + LATE_MS);
    expect([seen, screen.getByRole('status').textContent, field().value]).toEqual([['lof'], 'lof', 'lof']);
  });
  it('loses nothing that is typed while the address is on its way', () => {
    type('lo');
    wait(REST_MS);
    type('lofts');
    wait(LATE_MS);
    expect(field().value).toBe('lofts');
    wait(REST_MS + LATE_MS);
    expect([seen, screen.getByRole('status').textContent]).toEqual([['lo', 'lofts'], 'lofts']);
  });
  it('follows the address where somebody else changes it', () => {
    type('lofts');
    wait(REST_MS + LATE_MS);
    act(() => change(''));
    expect(field().value).toBe('');
  });
});
