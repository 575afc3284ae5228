import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { portfolio, problem, property, serve, session, transaction, type Answers } from '../../../test/server';
import { api } from '../../shared/api/base-api';
import InvestorHome from './pages/investor-home';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

const base = {
  'GET /api/session': session(),
  'GET /api/transactions': [],
  'GET /api/portfolio': portfolio(),
  'GET /api/rlusd/payments': [],
  'GET /api/market': [property()],
  'GET /api/properties/1': property(),
};
const open = (more: Answers = {}, at = '/') => {
  serve({ ...base, ...more });
  return show(<InvestorHome />, { at, path: '/' });
};
/** Pages of a list by its cursor. */
const pagesOf =
  (total: number, page: number, row: (at: number) => object) =>
  ({ url }: { url: URL }) => {
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const rows = Array.from({ length: Math.min(page, total - from) }, (_, n) => row(from + n));
    const more = from + page < total;
    return new Response(JSON.stringify(rows), {
      headers: { 'Content-Type': 'application/json', ...(more ? { 'X-Next-Cursor': String(from + page) } : {}) },
    });
  };

describe('120 purchases of one person', () => {
  const many = {
    'GET /api/portfolio': portfolio({ purchases: 120, tokens: 600, totalCost: 60_000, monthlyIncome: 1601.08 }),
    'GET /api/transactions': pagesOf(120, 50, (n) => transaction({ id: `p-${n}`, propertyName: `Purchase ${n}` })),
  };
  it('are added up by the server, not from the page that is shown', async () => {
    open(many);
    expect((await screen.findByRole('heading', { name: 'Total Tokens' })).closest('.card')).toHaveTextContent('600');
    expect(screen.getByRole('heading', { name: 'Total Participation (RLUSD)' }).closest('.card')).toHaveTextContent(
      '60,000.00',
    );
  });
  it('all stand in the history, a page after the other', async () => {
    const { user } = open(many);
    const history = within((await screen.findByText('Your Participation History')).closest('section')!);
    await history.findByText('Purchase 49');
    await user.click(history.getByText('Show more'));
    await history.findByText('Purchase 99');
    await user.click(history.getByText('Show more'));
    await history.findByText('Purchase 119');
    expect(history.getByText('Purchase 0')).toBeInTheDocument();
    expect(history.queryByText('Show more')).toBeNull();
  });
  it('are exported by the server, all of them', async () => {
    const followed = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = open({ ...many, 'HEAD /api/transactions/export.csv': new Response() });
    await user.click(await screen.findByText('Export'));
    await waitFor(() => expect(followed).toHaveBeenCalled());
    expect((followed.mock.contexts[0] as HTMLAnchorElement).href).toMatch(/\/export\.csv\?mine=true$/);
    followed.mockRestore();
  });
});

describe('the marketplace', () => {
  it('shows more than 200 properties: "Show more" goes on to the end', async () => {
    const { user } = open({
      'GET /api/market': pagesOf(250, 125, (n) => property({ id: n + 1, name: `House ${n}` })),
    });
    await screen.findByText('House 124');
    await user.click(screen.getByText('Show more'));
    expect(await screen.findByText('House 249')).toBeInTheDocument();
  });
  it('what the filters ask anew never stands under the old answer', async () => {
    let answer!: (rows: unknown) => void;
    const { user } = open({
      'GET /api/market': ({ url }: { url: URL }) =>
        url.searchParams.get('search') ? new Promise((resolve) => (answer = resolve)) : [property()],
    });
    await screen.findByRole('heading', { name: 'Sample Court' });
    await user.click(screen.getByRole('button', { name: 'Filter and sort' }));
    await user.type(await screen.findByLabelText('Search'), 'x');
    await waitFor(() => expect(answer).toBeDefined());
    expect(screen.queryByRole('heading', { name: 'Sample Court' })).toBeNull();
  });
  it('a property is opened, and left again, with the filters that led to it', async () => {
    const { user, address } = open({}, '/?role=investor&search=sample');
    await user.click(await screen.findByRole('link', { name: 'Participate Now in Sample Court' }));
    expect(address()).toBe('/?role=investor&search=sample&buy=1');
    cleanup();
    const panel = open({}, '/?role=investor&search=sample&buy=1');
    await screen.findByRole('dialog', { name: 'Participate' });
    await panel.user.keyboard('{Escape}');
    await waitFor(() => expect(panel.address()).toBe('/?role=investor&search=sample'));
  });
});

describe('the summary', () => {
  it('one failed refetch empties none of its four cards', async () => {
    let away = false;
    const { store } = open({
      'GET /api/portfolio': () => (away ? problem(502, 'Bad gateway') : portfolio({ tokens: 7 })),
      'GET /api/transactions': () => (away ? problem(502, 'Bad gateway') : [transaction()]),
    });
    await screen.findByText('in 0 properties');
    away = true;
    store.dispatch(api.util.invalidateTags(['Purchases']));
    await waitFor(() => expect(screen.getAllByText('Couldn’t refresh. Showing the last loaded data.')).toHaveLength(2));
    for (const name of ['Monthly Rent Income', 'Total Tokens', 'Total Participation (RLUSD)', 'Recent Transactions'])
      expect(screen.getByRole('heading', { name })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Total Tokens' }).closest('.card')).toHaveTextContent('7');
  });
});

it('the static footer links stand under the dashboard: only the terms lead somewhere', async () => {
  open();
  const footer = within(await screen.findByRole('navigation', { name: 'Footer' }));
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/terms']);
  expect(footer.getByText('How it works')).toBeInTheDocument();
});
