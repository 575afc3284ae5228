import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../../../../test/render';
import { DataTable } from './data-table';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const ROWS = [
  { id: 1, name: 'Sample Court', hash: '8F3C12A9' },
  { id: 2, name: 'Specimen House', hash: '77AB01CD' },
];
function open() {
  const opened = jest.fn();
  const view = show(
    <DataTable
      label="Payments"
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
        { head: 'Hash', cell: ({ hash }) => hash },
      ]}
      rows={ROWS}
      keyOf={({ id }) => id}
      detail={({ id }) => (id === 1 ? <p>More of it</p> : null)}
      opens={{ open: (row) => opened(row.id), nameOf: ({ name }) => `Open ${name}` }}
    />,
  );
  return { ...view, opened };
}

describe('a table whose rows open', () => {
  it('opens one by a click into it, once', async () => {
    const { user, opened } = open();
    await user.click(screen.getByText('77AB01CD'));
    expect(opened.mock.calls).toEqual([[2]]);
    await user.click(screen.getByRole('button', { name: 'Open Sample Court' }));
    expect(opened.mock.calls).toEqual([[2], [1]]);
  });
  it('opens none where the click ended a selection: that is there to be copied', async () => {
    const { user, opened } = open();
    jest.spyOn(window, 'getSelection').mockReturnValue({ toString: () => '77AB' } as Selection);
    await user.click(screen.getByText('77AB01CD'));
    expect(opened).not.toHaveBeenCalled();
  });
  it('is a table by its roles, whatever the cards of a phone make of its elements', () => {
    const { container } = open();
    const wanted: Record<string, string> = {
      table: 'table',
      thead: 'rowgroup',
      tbody: 'rowgroup',
      tr: 'row',
      th: 'columnheader',
      td: 'cell',
    };
    for (const [element, role] of Object.entries(wanted)) {
      const all = [...container.querySelectorAll(element)];
      expect(all.length).toBeGreaterThan(0);
      expect(all.map((one) => one.getAttribute('role'))).toEqual(all.map(() => role));
    }
  });
});
