import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { useAhead } from './use-ahead';

const load = jest.fn<(href: string) => void>();
const fetchFiles = jest.fn<(hrefs: readonly string[]) => void>();
const media = window.matchMedia;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  load.mockClear();
  fetchFiles.mockClear();
  jest.restoreAllMocks();
  jest.useRealTimers();
  window.matchMedia = media;
});

function Links() {
  useAhead(load, fetchFiles);
  return (
    <>
      <a href="/terms">
        <span>Terms</span>
      </a>
      <a href="/portfolio">Portfolio</a>
      <a href="https://elsewhere.example">Elsewhere</a>
    </>
  );
}
function open(hovers: boolean) {
  window.matchMedia = (query) => ({ ...media(query), matches: query === '(hover: none)' && !hovers });
  render(<Links />, { wrapper: MemoryRouter });
  act(() => void jest.advanceTimersByTime(10_000));
}

it('loads the page of a link under the pointer or focused, and of no other', () => {
  open(true);
  fireEvent.pointerOver(screen.getByText('Elsewhere'));
  expect(load).not.toHaveBeenCalled();
  fireEvent.pointerOver(screen.getByText('Terms'));
  act(() => screen.getByText('Portfolio').focus());
  expect(load.mock.calls).toEqual([['/terms'], ['/portfolio']]);
});

it('on a phone, only fetches the files of the links in view, because running them would block the page', () => {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return {
      top: this.textContent === 'Portfolio' ? innerHeight + 1 : 0,
      bottom: innerHeight + 9,
      width: 9,
    } as DOMRect;
  });
  open(false);
  expect(load).not.toHaveBeenCalled();
  expect(fetchFiles.mock.calls).toEqual([[['/terms']]]);
});
