import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, property, serve, session, transaction } from '../../../test/server';
import Palette from './palette';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const answers = {
  'GET /api/session': session(),
  'GET /api/properties': [property()],
  'GET /api/transactions': [transaction()],
  'GET /api/rlusd/payments': [],
};
const field = () => screen.getByRole('combobox', { name: 'Search or jump to' });
const active = () => document.getElementById(field().getAttribute('aria-activedescendant')!)?.textContent;

function Searching({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState('');
  return <Palette query={query} onQuery={setQuery} onClose={onClose} />;
}

async function open(more: object = {}) {
  serve({ ...answers, ...more });
  const close = jest.fn();
  const view = show(<Searching onClose={close} />);
  await screen.findByRole('option', { name: /AI recommendations/ });
  return { ...view, close };
}

describe('the command palette by keyboard alone', () => {
  it('has the focus in its field and names what Enter would do', async () => {
    await open();
    await waitFor(() => expect(field()).toHaveFocus());
    expect(active()).toContain('Properties');
  });

  it('finds properties, own payments and a hash while one types; the arrows go round, Enter goes', async () => {
    const { user, close, address } = await open();
    await user.type(field(), 'sam');
    await screen.findByRole('option', { name: /Sample Court.*78 tokens left/ });
    expect(active()).toContain('Sample Court');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Sample Court78 tokens left',
      '5 tokens, Sample CourtNov 20, 2026',
      'Find hash or wallet “sam”',
    ]);
    await user.keyboard('{ArrowDown}');
    expect(active()).toContain('5 tokens');
    await user.keyboard('{ArrowUp}');
    expect(active()).toContain('tokens left');
    await user.keyboard('{ArrowUp}');
    expect(active()).toContain('Find hash or wallet');
    await user.keyboard('{Home}{Enter}');
    expect(close).toHaveBeenCalled();
    expect(address()).toBe('/properties/1?role=investor');
  });

  it('leads to the page whose name one types, and finds a hash where nothing else is named so', async () => {
    const { user, address } = await open();
    await user.type(field(), 'Statements');
    expect(active()).toContain('Statements');
    await user.keyboard('{Enter}');
    expect(address()).toBe('/statements');
  });

  it('never offers for one word what was found for another', async () => {
    const found: Record<string, string> = { sam: 'Sample Court', mill: 'Mill House' };
    let answer = () => {};
    const { user } = await open({
      'GET /api/transactions': [],
      'GET /api/properties': async ({ url }: { url: URL }) => {
        const asked = url.searchParams.get('search')!;
        if (asked === 'mill') await new Promise<void>((resolve) => (answer = resolve));
        return found[asked] ? [property({ name: found[asked] })] : [];
      },
    });
    await fill(user, field(), 'sam');
    await screen.findByRole('option', { name: /Sample Court/ });
    await user.clear(field());
    await fill(user, field(), 'mill');
    await waitFor(() => expect(screen.getByRole('option', { name: /“mill”/ })).toBeInTheDocument());
    expect(screen.queryByRole('option', { name: /Sample Court/ })).toBeNull();
    await waitFor(() => expect(calls.some(({ search }) => search.includes('mill'))).toBe(true));
    answer();
    expect(await screen.findByRole('option', { name: /Mill House/ })).toBeInTheDocument();
  });

  it('looks for a hash or a wallet among one’s own payments, for the office in the log', async () => {
    const investor = await open();
    await investor.user.type(field(), 'ABC');
    await screen.findByRole('option', { name: /Find hash or wallet/ });
    await investor.user.click(screen.getByRole('option', { name: /Find hash or wallet/ }));
    expect(investor.address()).toBe('/?role=investor&find=ABC#history');
    cleanup();
    const admin = await open({
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/admin/all-transactions': [],
    });
    // So it is only called for the office; until the session is known, the user's role is unknown.
    await screen.findByRole('option', { name: /Browse Properties/ });
    await admin.user.type(field(), 'ABC');
    await admin.user.click(await screen.findByRole('option', { name: /Find hash or wallet/ }));
    expect(admin.address()).toBe('/admin?search=ABC');
  });

  it('leaves a landlord among the landlord’s pages', async () => {
    const as = { 'GET /api/session': session({ userRole: 'landlord' }) };
    const first = await open(as);
    await screen.findByRole('option', { name: /Loan payback/ });
    await first.user.type(field(), 'sam');
    await first.user.click(await screen.findByRole('option', { name: /Sample Court/ }));
    expect(first.address()).toBe('/properties/1?role=landlord');
    cleanup();
    const second = await open(as);
    await screen.findByRole('option', { name: /Loan payback/ });
    for (const [word, page] of [
      ['repay', 'Loan payback'],
      ['verif', 'Identity and documents'],
      ['kyc', 'Identity and documents'],
      ['balance', 'Wallet login'],
    ]) {
      await second.user.clear(field());
      await second.user.type(field(), word!);
      expect(active()).toContain(page!);
    }
    await second.user.clear(field());
    await second.user.type(field(), 'ABC');
    await second.user.click(screen.getByRole('option', { name: /Find hash or wallet/ }));
    expect(second.address()).toBe('/activity?search=ABC');
  });

  it('puts what is sought first if it is a hash or a wallet, whatever else it finds', async () => {
    const { user } = await open();
    for (const exact of ['AB'.repeat(32), 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe']) {
      await user.clear(field());
      await user.type(field(), exact);
      await screen.findAllByRole('option', { name: /Sample Court/ });
      expect(active()).toContain('Find hash or wallet');
    }
  });

  it('offers an investor no page of the office or of landlords', async () => {
    await open();
    for (const name of [/^Transactions/, /^Replay/, /^Loan payback/])
      expect(screen.queryByRole('option', { name })).toBeNull();
  });

  it('no two destinations of the office have one name', async () => {
    await open({ 'GET /api/session': session({ userRole: 'admin' }) });
    await screen.findByRole('option', { name: 'Reconciliation' });
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent!.replace(/g[a-z]$/, ''));
    expect(names).toEqual(expect.arrayContaining(['Browse Properties', 'Properties']));
    expect(names).toHaveLength(new Set(names).size);
  });

  it('shows the letters of a destination and switches the scheme', async () => {
    const { user } = await open();
    expect(
      within(screen.getByRole('option', { name: /AI recommendations/ }))
        .getAllByText(/^[gr]$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['g', 'r']);
    await user.type(field(), 'switch');
    await user.click(screen.getByRole('option', { name: 'Switch to dark' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('color-scheme')).toBe('dark');
  });

  it('gives the focus back to where it was', async () => {
    serve(answers);
    function Page() {
      const [on, setOn] = useState(false);
      return (
        <main>
          <button type="button" onClick={() => setOn(true)}>
            Search
          </button>
          {on && <Searching onClose={() => setOn(false)} />}
        </main>
      );
    }
    const { user } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(field()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Search' })).toHaveFocus());
  });

  it('Escape closes it', async () => {
    const { user, close } = await open();
    await user.type(field(), '{Escape}');
    expect(close).toHaveBeenCalled();
  });
});
