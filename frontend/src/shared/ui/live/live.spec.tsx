import { spoken } from '../../../../test/spoken';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../../../test/render';
import { Modal } from '../modal/modal';
import { Note } from '../note/note';
import { showToast } from '../toast/toast.slice';
import { useFoundSaid } from './live';

beforeEach(() => {
  spoken.length = 0;
  globalThis.media = () => false;
});
afterEach(cleanup);

describe('what changes is said in a region that was there before', () => {
  it('a notice that comes, and one that changes, but none that says the same', async () => {
    function Page() {
      const [left, setLeft] = useState(3);
      return (
        <>
          <button type="button" onClick={() => setLeft(2)}>
            Buy
          </button>
          <Note tone="wait" live>
            Only {left} tokens are available.
          </Note>
        </>
      );
    }
    const { user } = show(<Page />);
    await waitFor(() => expect(spoken).toEqual(['Only 3 tokens are available.']));
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(spoken).toEqual(['Only 3 tokens are available.', 'Only 2 tokens are available.']));
    // Searching or copying the page finds it only once.
    expect(screen.getAllByText(/Only 2 tokens/)).toHaveLength(1);
  });
  it('a notice of success, also within a dialog, which nothing outside is heard from', async () => {
    const { store } = show(
      <Modal title="Above" onClose={() => undefined}>
        <p>Text</p>
      </Modal>,
    );
    await screen.findByRole('dialog', { name: 'Above' });
    act(() => void store.dispatch(showToast({ title: 'Copied to Clipboard', tone: 'ok' })));
    await waitFor(() => expect(spoken).toEqual(['Copied to Clipboard.']));
  });
  it('how much a search has found, and not what one came to', async () => {
    function List() {
      const [question, ask] = useState('');
      useFoundSaid(question, question === '' ? '25+ payments' : 'No payments');
      return <input aria-label="Search" onChange={({ target }) => ask(target.value)} />;
    }
    const { user } = show(<List />);
    await user.type(screen.getByLabelText('Search'), 'z');
    await waitFor(() => expect(spoken).toEqual(['No payments found']));
  });
});
