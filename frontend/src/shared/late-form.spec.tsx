import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../../test/render';
import { lateForm } from './late-form';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

it('a form that does not come leaves the page, and comes when it is requested again, with what it is given', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let away = true;
  const load = jest.fn(async () => {
    if (away) throw new Error('Failed to fetch dynamically imported module');
    return { default: ({ amount }: { amount: string }) => <input aria-label="Amount" defaultValue={amount} /> };
  });
  const Form = lateForm(load, <p>Coming</p>);
  const page = (
    <>
      <button type="button">Pay 683.80 RLUSD</button>
      <Form amount="700" />
    </>
  );
  const { user } = show(page);
  const again = await screen.findByRole('button', { name: 'Load it again' });
  expect(screen.getByRole('button', { name: 'Pay 683.80 RLUSD' })).toBeInTheDocument();
  await user.click(again);
  await user.click(await screen.findByRole('button', { name: 'Load it again' }));
  expect(load).toHaveBeenCalledTimes(3);
  away = false;
  await user.click(await screen.findByRole('button', { name: 'Load it again' }));
  expect(await screen.findByLabelText('Amount')).toHaveValue('700');
  cleanup();
  show(page);
  expect(await screen.findByLabelText('Amount')).toHaveValue('700');
  expect(load).toHaveBeenCalledTimes(4);
});
