import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../../test/render';
import { Button } from '../ui/button/button';
import { Menu } from '../ui/menu/menu';
import { Modal } from '../ui/modal/modal';
import { keepFocus } from './keep-focus';

let stop: () => void;
beforeEach(() => {
  globalThis.media = () => false;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  cleanup();
});

function Page() {
  const [there, setThere] = useState(true);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <main tabIndex={-1}>
      <section aria-label="Part">
        {there && <Button onClick={() => setThere(false)}>Take me away</Button>}
        {!open && <Button onClick={() => setOpen(true)}>Open</Button>}
        <Button busy={busy} onClick={() => setBusy(true)}>
          Refresh
        </Button>
      </section>
      {open && (
        <Modal title="Above" onClose={() => setOpen(false)}>
          <Button>Within</Button>
        </Modal>
      )}
    </main>
  );
}

function WithMenu() {
  const [open, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      <Menu>
        <Menu.Target>
          <button type="button">Account</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Sessions</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open && (
        <Modal title="Above" onClose={() => setOpen(false)}>
          <Button>Within</Button>
        </Modal>
      )}
    </main>
  );
}

describe('the focus', () => {
  it('stays in the part whose button has done its work and is gone', async () => {
    const { user } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Take me away' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Part' })).toHaveFocus());
  });
  it('is kept also if it was there before the watch began', async () => {
    stop();
    const { user } = show(<Page />);
    screen.getByRole('button', { name: 'Take me away' }).focus();
    stop = keepFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Part' })).toHaveFocus());
  });
  it('is left alone by a watch that has ended, though a look of it was due', async () => {
    const frames: FrameRequestCallback[] = [];
    const frame = jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((look) => frames.push(look));
    const { user } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Take me away' }));
    await waitFor(() => expect(frames).not.toEqual([]));
    stop();
    for (const look of frames) look(0);
    frame.mockRestore();
    expect(document.body).toHaveFocus();
  });
  it('comes back where a dialog was opened from, though that button was gone meanwhile', async () => {
    const { user } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'Above' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Part' })).toHaveFocus());
  });
  it('comes back to the button of the menu that a dialog was chosen from', async () => {
    const { user } = show(<WithMenu />);
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sessions' }));
    await screen.findByRole('dialog', { name: 'Above' });
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Account' })).toHaveFocus());
  });
  it('stays on a button that is busy, which does nothing meanwhile and says so', async () => {
    const { user } = show(<Page />);
    const refresh = screen.getByRole('button', { name: 'Refresh' });
    await user.click(refresh);
    expect(refresh).toHaveFocus();
    expect(refresh).toHaveAttribute('aria-disabled', 'true');
    expect(refresh).not.toBeDisabled();
  });
});
