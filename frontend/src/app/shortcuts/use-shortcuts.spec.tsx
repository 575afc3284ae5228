import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../../../test/render';
import { switchSingleKeys, useShortcuts } from './use-shortcuts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Page({
  onPalette,
  onHelp,
  opened,
  dialog,
}: {
  onPalette(): void;
  onHelp(): void;
  opened(row: string): void;
  dialog?: boolean;
}) {
  useShortcuts({ onPalette, onHelp });
  return (
    <main>
      <input aria-label="A field" />
      <table>
        <tbody>
          {['first', 'second', 'third'].map((row) => (
            <tr key={row} data-opens>
              <td>{row}</td>
              <td>
                <button type="button" onClick={() => opened(row)}>
                  Open {row}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {dialog && <div role="dialog" aria-label="Something" />}
    </main>
  );
}

function open(dialog = false) {
  const [onPalette, onHelp, opened] = [jest.fn(), jest.fn(), jest.fn()];
  return { ...show(<Page {...{ onPalette, onHelp, opened, dialog }} />, { at: '/here' }), onPalette, onHelp, opened };
}

describe('shortcuts', () => {
  it.each([
    ['p', '/'],
    ['t', '/admin'],
    ['r', '/ai-recommendations'],
    ['l', '/landlord-payback'],
    ['a', '/audit'],
  ])('g and %s go to %s', async (key, to) => {
    const { user, address } = open();
    await user.keyboard(`g${key}`);
    expect(address()).toBe(to);
  });
  it('a letter alone goes nowhere', async () => {
    const { user, address } = open();
    await user.keyboard('ptr');
    expect(address()).toBe('/here');
  });
  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'])('%s opens the palette', async (keys) => {
    const { user, onPalette } = open();
    await user.keyboard(keys);
    expect(onPalette).toHaveBeenCalledTimes(1);
  });
  it('? lists the shortcuts', async () => {
    const { user, onHelp } = open();
    await user.keyboard('?');
    expect(onHelp).toHaveBeenCalledTimes(1);
  });
  it('j and k move over a table’s rows, Enter opens', async () => {
    const { user, opened } = open();
    await user.keyboard('jj');
    expect(screen.getByRole('button', { name: 'Open second' })).toHaveFocus();
    await user.keyboard('kj{Enter}');
    expect(opened).toHaveBeenCalledWith('second');
    await user.keyboard('jjj');
    expect(screen.getByRole('button', { name: 'Open third' })).toHaveFocus();
  });
  it.each([
    [
      'a field has the focus',
      async () => {
        const view = open();
        await view.user.click(screen.getByLabelText('A field'));
        return view;
      },
    ],
    ['a dialog is open', async () => open(true)],
    [
      'they are switched off',
      async () => {
        switchSingleKeys(false);
        return open();
      },
    ],
  ])('single keys rest while %s; Ctrl K does not', async (_, arrange) => {
    const { user, onPalette, onHelp, address } = await arrange();
    await user.keyboard('gp/?');
    expect(onHelp).not.toHaveBeenCalled();
    expect(onPalette).not.toHaveBeenCalled();
    expect(address()).toBe('/here');
    await user.keyboard('{Control>}k{/Control}');
    expect(onPalette).toHaveBeenCalledTimes(1);
  });
});
