import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { WalletText } from './copyable';

const WALLET = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
/** The browser's clipboard; none on a page without https. */
const browserHas = (clipboard: object | undefined) =>
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
const press = () => fireEvent.click(screen.getByRole('button', { name: `Copy wallet ${WALLET}` }));

afterEach(cleanup);

it('a wallet is copied whole', async () => {
  const writeText = jest.fn(async () => undefined);
  browserHas({ writeText });
  render(<WalletText wallet={WALLET} />);
  press();
  expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument();
  expect(writeText.mock.calls).toEqual([[WALLET]]);
});

it.each([
  ['has no clipboard for this page', undefined],
  ['refuses', { writeText: () => Promise.reject(new Error('denied')) }],
])('where the browser %s, it says so', async (_, clipboard) => {
  browserHas(clipboard);
  render(<WalletText wallet={WALLET} />);
  press();
  expect(await screen.findByText(/Your browser doesn’t allow copying/)).toBeInTheDocument();
});
