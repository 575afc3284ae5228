import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../test/render';
import { lazyPart } from './lazy-part';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

it('a part whose chunk does not come closes with a word, the page stands, and it comes when it is opened again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let away = true;
  const load = jest.fn(async () => {
    if (away) throw new Error('Failed to fetch dynamically imported module');
    return {
      default: ({ onClose }: { onClose(): void }) => (
        <button type="button" onClick={onClose}>
          The part
        </button>
      ),
    };
  });
  const Part = lazyPart(load);
  const Page = () => {
    const [open, setOpen] = useState(false);
    return (
      <>
        <h1>The page</h1>
        {open ? (
          <Part onClose={() => setOpen(false)} />
        ) : (
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
        )}
      </>
    );
  };
  const { user } = show(<Page />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('This part did not load')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'The page' })).toBeInTheDocument();
  away = false;
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'The part' }));
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('button', { name: 'The part' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});
