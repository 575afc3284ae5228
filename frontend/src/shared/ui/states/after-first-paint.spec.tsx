import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { AfterFirstPaint } from './after-first-paint';

afterEach(cleanup);

it('comes after the first paint of the document; later pages are whole at once', async () => {
  const page = (
    <AfterFirstPaint>
      <p>Below</p>
    </AfterFirstPaint>
  );
  render(page);
  expect(screen.queryByText('Below')).toBeNull();
  expect(await screen.findByText('Below')).toBeInTheDocument();
  cleanup();
  render(page);
  expect(screen.getByText('Below')).toBeInTheDocument();
});
