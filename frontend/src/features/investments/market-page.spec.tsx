import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, property, serve, session, type Answers } from '../../../test/server';
import MarketPage from './pages/market-page';

afterEach(cleanup);

const VISITOR = session({ walletAddress: null, userRole: null, kycStatus: null } as never);
const house = (id: number, name: string, more: object = {}) => ({
  ...property({ id, name }),
  city: 'Springfield, IL',
  ...more,
});
const LIST = [
  house(1, 'Sample Court'),
  house(2, 'Demo Lofts', { monthlyRate: 11, tokenTermMonths: 12 }),
  house(3, 'Mill House', { status: 'closed', tokensSold: 25 }),
  house(4, 'Model Row'),
  house(5, 'Garden Row'),
];
const open = (more: Answers = {}, at = '/properties') => {
  serve({
    'GET /api/session': VISITOR,
    'GET /api/market': ({ url }: { url: URL }) => {
      const ids = url.searchParams.get('ids')?.split(',').map(Number);
      return LIST.filter(({ id }) => !ids || ids.includes(id));
    },
    ...more,
  });
  return show(<MarketPage />, { at, path: '/properties' });
};
const compare = (name: string) => screen.findByRole('checkbox', { name: `Compare ${name}` });

describe('the marketplace without a sign-in', () => {
  it('shows each property with what it gives back, and leads to its numbers', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Properties', level: 1 })).toBeInTheDocument();
    const card = (await screen.findByRole('heading', { name: 'Sample Court' })).closest('article')!;
    expect(card).toHaveTextContent('Springfield, IL · New boiler');
    expect(card).toHaveTextContent('109.27 for 102.50');
    expect(within(card).getByRole('link', { name: 'See the numbers of Sample Court' })).toHaveAttribute(
      'href',
      '/properties/1',
    );
    expect(screen.queryByText('Participate Now')).toBeNull();
    expect(screen.getByRole('link', { name: 'Connect Wallet' })).toHaveAttribute(
      'href',
      expect.stringContaining('/auth'),
    );
  });
  it('searches and orders at the server, with the choice in the address', async () => {
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Filter and sort' }));
    await user.type(await screen.findByLabelText('Search'), 'springfield');
    await waitFor(() => expect(address()).toBe('/properties?search=springfield'));
    await waitFor(() => expect(calls.at(-1)!.search).toBe('?search=springfield&sort=newest&limit=24'));
  });
  it('without a listing says so', async () => {
    open({ 'GET /api/market': [] });
    expect(await screen.findByRole('heading', { name: 'No Properties Available' })).toBeInTheDocument();
  });
});

describe('a watchlist', () => {
  const signedIn = (watched: number[]) => {
    let ids = watched;
    return open({
      'GET /api/session': session(),
      'GET /api/watchlist': () => ({ ids }),
      'POST /api/watchlist': ({ body }: { body: unknown }) => {
        const { propertyId, watched: on } = body as { propertyId: number; watched: boolean };
        ids = on ? [propertyId, ...ids] : ids.filter((id) => id !== propertyId);
        return { ids };
      },
    });
  };
  it('is filled from the cards, and shows only what is watched', async () => {
    const { user, address } = signedIn([3]);
    const watch = await screen.findByRole('button', { name: 'Watch Demo Lofts' });
    expect(await screen.findByRole('button', { name: 'Watchlist (1)' })).toHaveAttribute('aria-pressed', 'false');
    await user.click(watch);
    expect(await screen.findByRole('button', { name: 'Watchlist (2)' })).toBeInTheDocument();
    expect(watch).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Watchlist (2)' }));
    expect(await screen.findByRole('heading', { name: 'Your watchlist' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(address()).toBe('/properties?watched=true');
    await user.click(screen.getByRole('button', { name: 'Watch Mill House' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mill House' })).toBeNull());
  });
  it('without a property says how to fill it', async () => {
    const { user } = signedIn([]);
    await user.click(await screen.findByRole('button', { name: 'Watchlist (0)' }));
    expect(screen.getByRole('heading', { name: 'You watch no property yet' })).toBeInTheDocument();
  });
  it('is not offered to visitors', async () => {
    let asked = 0;
    open({ 'GET /api/watchlist': () => ({ ids: [++asked] }) });
    await compare('Sample Court');
    expect(screen.queryByRole('button', { name: /^Watch/ })).toBeNull();
    expect(asked).toBe(0);
  });
});

describe('the comparison', () => {
  it('is of two to four, which stay picked after it', async () => {
    const { user, address } = open();
    await user.click(await compare('Sample Court'));
    expect(screen.getByText('Pick another property to compare, up to 4')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Compare' })).toBeDisabled();
    for (const name of ['Demo Lofts', 'Mill House', 'Model Row']) await user.click(await compare(name));
    expect(await compare('Garden Row')).toBeDisabled();
    await user.click(await compare('Model Row'));
    expect(await compare('Garden Row')).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    expect(address()).toBe('/properties?pick=1%2C2%2C3&compare=1%2C2%2C3');
    const table = await screen.findByRole('table');
    const cells = (name: string) =>
      within(within(table).getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells('Interest rate')).toEqual(['6.5% a year', '11.0% a year', '6.5% a year']);
    expect(cells('Term')).toEqual(['42 months', '12 months', '42 months']);
    // The loan of a sale that closed early is of what was sold.
    const all = '26.7%, all tokens sold';
    expect(cells('Taken from the rent')).toEqual([all, expect.stringMatching(/^\d.*, all tokens sold$/), '2.7%']);
    // None of them has one.
    expect(within(table).queryByRole('row', { name: /^Property type/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to the list' }));
    expect(await compare('Mill House')).toBeChecked();
  });
  it('opens from a link, in the link’s order, without what is not listed', async () => {
    open({}, '/properties?compare=2,77,1');
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Demo Lofts', 'Sample Court']);
  });
  it.each(['1', 'x,y', '1,1', ''])('of "%s" is the list', async (ids) => {
    open({}, `/properties?compare=${ids}`);
    expect(await compare('Sample Court')).not.toBeChecked();
  });
});
