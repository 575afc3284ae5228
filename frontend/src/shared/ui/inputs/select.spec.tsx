import { expect, it, jest } from '@jest/globals';
import { Select as List } from '@mantine/core';
import { act, cleanup, screen } from '@testing-library/react';
import { show } from '../../../../test/render';

let come: () => void;
let told: Promise<void>;
jest.unstable_mockModule('./list-select', async () => (await told, { default: List }));
const { Select } = await import('./select');

/** A select whose list comes, or does not, when told. */
function open() {
  let fail!: () => void;
  told = new Promise((resolve, reject) => ([come, fail] = [resolve, () => reject(new Error('Failed to fetch'))]));
  const chosen = jest.fn();
  const data = [{ value: 'all', label: 'All types' }, 'deposit'];
  const { user } = show(<Select label="Type" description="Of what" data={data} value="all" onChange={chosen} />);
  return { chosen, user, come: () => act(async () => come()), fail: () => act(async () => fail()) };
}

it('is the browser’s own where its list does not come', async () => {
  const { chosen, fail, user } = open();
  expect([screen.getByText('All types').tagName, screen.queryByRole('combobox')]).toEqual(['DIV', null]);
  await fail();
  const own = await screen.findByRole('combobox', { name: 'Type' });
  expect([own.tagName, (own as HTMLSelectElement).value]).toEqual(['SELECT', 'all']);
  await user.selectOptions(own, 'deposit');
  expect(chosen).toHaveBeenCalledWith('deposit', expect.anything());
  cleanup();
});

it('shows its value before its list has loaded, and opens then', async () => {
  const { chosen, come, user } = open();
  expect(screen.queryByRole('combobox')).toBeNull();
  await come();
  await screen.findByRole('combobox');
  expect(document.querySelector('svg:not([aria-hidden])')).toBeNull();
  await user.click(await screen.findByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'deposit' }));
  expect(chosen).toHaveBeenCalledWith('deposit', expect.anything());
});
