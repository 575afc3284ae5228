import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../../../test/render';
import { useAppDispatch } from '../../store/store';
import { Button } from '../button/button';
import { Confirm } from '../confirm/confirm';
import { showToast } from '../toast/toast.slice';
import { Drawer } from './modal';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

function Page({ amount, pay }: { amount?: string; pay?(): Promise<unknown> }) {
  const [looking, setLooking] = useState(false);
  const [paying, setPaying] = useState(false);
  const [done, setDone] = useState(false);
  const dispatch = useAppDispatch();
  return (
    <main>
      <Button onClick={() => setLooking(true)}>Look</Button>
      {done && <p>Paid</p>}
      {looking && (
        <Drawer title="One thing" onClose={() => setLooking(false)}>
          <Button onClick={() => setPaying(true)}>Pay</Button>
          <Button onClick={() => dispatch(showToast({ title: 'Error', text: 'It failed', tone: 'bad' }))}>Fail</Button>
        </Drawer>
      )}
      {paying && (
        <Confirm
          title="Pay Ida?"
          action="Pay"
          safe="Leave it"
          amount={amount}
          onConfirm={pay ?? (() => setDone(true))}
          onClose={() => setPaying(false)}
        >
          <p>It cannot be undone.</p>
        </Confirm>
      )}
    </main>
  );
}

describe('dialogs above each other', () => {
  it('Escape closes one, not two', async () => {
    const { user } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await user.click(await screen.findByRole('button', { name: 'Pay' }));
    await screen.findByRole('dialog', { name: 'Pay Ida?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pay Ida?' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'One thing' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('a double click on what opens one leaves it open; a click beside it closes it a moment later', async () => {
    const { user } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Look' }));
    const beside = () => document.querySelector('.mantine-Drawer-overlay')!;
    await screen.findByRole('dialog', { name: 'One thing' });
    await user.click(beside());
    expect(screen.getByRole('dialog', { name: 'One thing' })).toBeInTheDocument();
    await waitFor(async () => {
      await user.click(beside());
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
  it('an error is spoken within the dialog, and can be reached and closed there', async () => {
    const { user } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await user.click(await screen.findByRole('button', { name: 'Fail' }));
    const dialog = within(screen.getByRole('dialog', { name: 'One thing' }));
    const notice = await dialog.findByRole('alert');
    expect(notice).toHaveTextContent('ErrorIt failed');
    await user.click(within(notice).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'One thing' })).toBeInTheDocument();
  });
});

describe('before what cannot be undone', () => {
  const ask = async (amount?: string, carryOut?: () => Promise<unknown>) => {
    const { user } = show(<Page amount={amount} pay={carryOut} />);
    await user.click(screen.getByRole('button', { name: 'Look' }));
    await user.click(await screen.findByRole('button', { name: 'Pay' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay Ida?' }));
    return { user, dialog, pay: () => user.click(dialog.getByRole('button', { name: 'Pay' })) };
  };
  it('the safe choice has the focus', async () => {
    const { dialog } = await ask();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Leave it' })).toHaveFocus());
  });
  it('an amount above 1,000 is typed again', async () => {
    const { user, dialog, pay } = await ask('1250.5');
    await pay();
    expect(screen.queryByText('Paid')).toBeNull();
    expect(dialog.getByText('The amount is 1,250.50 RLUSD')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Type the amount again: 1,250.50'), '1250.5');
    await pay();
    expect(screen.getByText('Paid')).toBeInTheDocument();
  });
  it('is shown and typed to its last decimal: what moves, and not what it rounds to', async () => {
    const { user, dialog, pay } = await ask('1500.123456');
    const field = dialog.getByLabelText('Type the amount again: 1,500.123456');
    await user.type(field, '1500.12');
    await pay();
    expect(dialog.getByText('The amount is 1,500.123456 RLUSD')).toBeInTheDocument();
    expect(screen.queryByText('Paid')).toBeNull();
    await user.type(field, '3456');
    await pay();
    expect(screen.getByText('Paid')).toBeInTheDocument();
  });
  it('a double click does it once, and the button is busy meanwhile', async () => {
    let end!: () => void;
    const carryOut = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const { user, dialog } = await ask(undefined, carryOut);
    await user.dblClick(dialog.getByRole('button', { name: 'Pay' }));
    expect(carryOut).toHaveBeenCalledTimes(1);
    expect(dialog.getByRole('button', { name: 'Pay' })).toHaveAttribute('aria-busy', 'true');
    end();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Pay' })).not.toHaveAttribute('aria-busy'));
  });
  it('one up to 1,000 is not', async () => {
    const { pay } = await ask('1000');
    await pay();
    expect(screen.getByText('Paid')).toBeInTheDocument();
  });
});
