import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, property, serve, session, transaction, type Answers } from '../../../test/server';
import { forgetIntents } from '../../shared/storage/keys';
import LandlordHome from './pages/landlord-home';
import { emptyForm, liveTerms } from './use-listing-form';

const WALLET = session().walletAddress;
const KEPT = {
  ...emptyForm,
  name: 'Sample Court',
  address: '12 Example Street',
  monthlyRent: '2500',
  fundingPurpose: 'New boiler',
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetIntents();
  globalThis.media = () => false;
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

async function open(more: Answers = {}, kept: object = KEPT) {
  sessionStorage.setItem(`draft:listing:${WALLET}`, JSON.stringify(kept));
  serve({
    'GET /api/session': session({ userRole: 'landlord' }),
    'GET /api/interest-rates': null,
    'GET /api/transactions': [],
    'GET /api/properties': [],
    'GET /api/rlusd/payments': [],
    ...more,
  });
  const view = show(<LandlordHome />);
  await screen.findByRole('heading', { name: 'Property-Linked Token Program Platform' });
  await screen.findByRole('button', { name: 'Create Property Listing' });
  const button = () => screen.getByRole('button', { name: 'Create Property Listing' });
  /** Reviews it, and publishes it. */
  const submit = async () => {
    await view.user.click(button());
    await view.user.click(await screen.findByRole('button', { name: 'Publish listing' }));
  };
  return { ...view, button, submit };
}
const listed = () => calls.filter(({ method, path }) => method === 'POST' && path === '/api/properties');

describe('listing a property', () => {
  it('whose answer was lost is listed once: the same form goes out again under the same key', async () => {
    let lost = true;
    const { submit, button } = await open({
      'POST /api/properties': () => (lost ? Promise.reject(new TypeError('Failed to fetch')) : property()),
    });
    await submit();
    await screen.findByText('The server cannot be reached. Please check your connection.');
    lost = false;
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'));
    await submit();
    await screen.findByText('Property listed successfully!');
    expect(listed()).toHaveLength(2);
    expect(new Set(listed().map(({ key }) => key)).size).toBe(1);
  });

  it('during the contract’s upload: no second listing, and what is typed is not wiped', async () => {
    let uploaded!: (answer: unknown) => void;
    const { submit, button, user } = await open({
      'POST /api/properties': property({ id: 7 }),
      'POST /api/properties/7/contract': () => new Promise((resolve) => (uploaded = resolve)),
    });
    fireEvent.change(screen.getByLabelText('Rental contract'), { target: { files: [new File(['x'], 'lease.pdf')] } });
    await submit();
    await waitFor(() => expect(uploaded).toBeDefined());
    expect(button()).toHaveAttribute('aria-busy', 'true');
    await user.type(screen.getByLabelText('Property name'), 'The next one');
    await user.click(button());
    expect(listed()).toHaveLength(1);
    await act(async () => uploaded(property({ id: 7 })));
    await screen.findByText('Property listed successfully!');
    expect(screen.getByLabelText('Property name')).toHaveValue('The next one');
  });

  it('what is typed while its answer is on its way is not wiped either', async () => {
    let answered!: (answer: unknown) => void;
    const { submit, user } = await open({
      'POST /api/properties': () => new Promise((resolve) => (answered = resolve)),
    });
    await submit();
    await waitFor(() => expect(answered).toBeDefined());
    await user.type(screen.getByLabelText('Property name'), ' II');
    await act(async () => answered(property()));
    await screen.findByText('Property listed successfully!');
    expect(screen.getByLabelText('Property name')).toHaveValue('Sample Court II');
  });

  it('sends its monthly payout per token with it (REQ-1.5.13)', async () => {
    const { submit } = await open({ 'POST /api/properties': property() });
    await submit();
    await waitFor(() => expect(listed()[0]?.body).toMatchObject({ monthlyPayoutPerToken: 2.668461 }));
  });

  it('sends the kind of property that was chosen, and none where none was', async () => {
    const { submit, user } = await open({ 'POST /api/properties': property() });
    const clear = () => document.querySelectorAll('.mantine-InputClearButton-root').length;
    expect(clear()).toBe(0);
    await user.click(await screen.findByRole('combobox', { name: 'Property type' }));
    await user.click(await screen.findByRole('option', { name: 'Student housing' }));
    expect(clear()).toBe(1);
    await submit();
    await waitFor(() => expect(listed()[0]?.body).toMatchObject({ propertyType: 'student-housing' }));
    cleanup();
    const again = await open({ 'POST /api/properties': property() });
    await again.submit();
    await waitFor(() => expect(listed()).toHaveLength(1));
    expect(listed()[0]!.body).not.toHaveProperty('propertyType');
  });

  it('the server’s words stand under the field they are about', async () => {
    const refusal = {
      type: '',
      title: '',
      status: 400,
      detail: 'Check the form',
      traceId: '',
      errors: { name: ['This name is taken'] },
    };
    const { submit } = await open({
      'POST /api/properties': () =>
        new Response(JSON.stringify(refusal), { status: 400, headers: { 'Content-Type': 'application/json' } }),
    });
    await submit();
    await waitFor(() =>
      expect(screen.getByLabelText('Property name')).toHaveAccessibleDescription('This name is taken'),
    );
  });
});

describe('the rental contract of one’s own listing', () => {
  const unsold = { tokensSold: 0, tokensReserved: 0, tokensAvailable: 250, ownerWallet: WALLET! };
  const contract = { id: 'd1', fileName: 'lease.pdf', bytes: 24_000 };
  const choose = (name = 'better.pdf') =>
    fireEvent.change(within(screen.getByRole('dialog')).getByLabelText('Rental contract'), {
      target: { files: [new File(['x'], name)] },
    });

  it('is replaced while nothing is sold', async () => {
    const { user } = await open({
      'GET /api/properties': [property({ ...unsold, contract })],
      'POST /api/properties/1/contract': property({ ...unsold, contract }),
    });
    expect(await screen.findByText('lease.pdf, 24 KB')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Replace contract' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rental contract of Sample Court' });
    choose();
    await user.click(await within(dialog).findByRole('button', { name: 'Replace contract' }));
    expect(await screen.findByText('Contract saved')).toBeInTheDocument();
    expect(calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/1/contract'))).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it.each([
    ['tokens are sold', { tokensSold: 1 }],
    ['a purchase is under way', { tokensReserved: 2 }],
  ])('stays once %s', async (_, more) => {
    await open({ 'GET /api/properties': [property({ ...unsold, ...more, contract })] });
    expect(await screen.findByRole('button', { name: 'Download contract' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Replace contract' })).toBeNull();
  });
  it('can be attached later, where its upload failed, also after a sale', async () => {
    const { user } = await open({ 'GET /api/properties': [property({ ...unsold, tokensSold: 9 })] });
    await user.click(await screen.findByRole('button', { name: 'Attach contract' }));
    expect(
      await screen.findByText('Tokens have already been sold, so you can’t replace the contract later.'),
    ).toBeInTheDocument();
  });
  it('what the server refuses is said in the dialog, and the chosen file stays', async () => {
    const { user } = await open({
      'GET /api/properties': [property(unsold)],
      'POST /api/properties/1/contract': () => problem(400, 'The contract must be a .pdf, .doc or .docx file'),
    });
    await user.click(await screen.findByRole('button', { name: 'Attach contract' }));
    const dialog = await screen.findByRole('dialog');
    choose();
    await user.click(await within(dialog).findByRole('button', { name: 'Attach contract' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The contract must be a .pdf');
    expect(within(dialog).getByText('better.pdf')).toBeInTheDocument();
  });
});

describe('the listing form', () => {
  it('untouched fits: 42 months at the defaults', async () => {
    expect(liveTerms(emptyForm).verdict).toBe('fits');
    await open({}, {});
    expect(screen.getByRole('slider', { name: 'Term' })).toHaveAttribute('aria-valuenow', '42');
    expect(screen.getByText('Fits')).toBeInTheDocument();
    expect(screen.queryByText('Does not fit')).toBeNull();
  });
  it('says "based on rental performance" of the contribution share', async () => {
    await open();
    expect(screen.getByText('Optional contribution share based on rental performance')).toBeInTheDocument();
  });
  it('of another wallet at this browser is not shown', async () => {
    await open();
    expect(screen.getByLabelText('Property name')).toHaveValue('Sample Court');
    cleanup();
    await open({ 'GET /api/session': session({ userRole: 'landlord', walletAddress: 'rSomebodyElse' }) }, {});
    expect(screen.getByLabelText('Property name')).toHaveValue('');
  });
});

describe('the landlord’s home', () => {
  it('own listings do not end at 50: the next page is one click away, and the button goes at the end', async () => {
    const { user } = await open({
      'GET /api/properties': ({ url }: { url: URL }) => {
        const at = Number(url.searchParams.get('cursor') ?? 0);
        const headers = { 'Content-Type': 'application/json', ...(at < 50 ? { 'X-Next-Cursor': '50' } : {}) };
        const rows = Array.from({ length: at < 50 ? 50 : 7 }, (_, n) =>
          property({ id: at + n + 1, name: `House ${at + n}` }),
        );
        return new Response(JSON.stringify(rows), { headers });
      },
    });
    await screen.findByText('House 49');
    await user.click(screen.getByText('Show more'));
    await screen.findByText('House 56');
    expect(screen.getByText('House 0')).toBeInTheDocument();
    expect(screen.queryByText('Show more')).toBeNull();
  });
  it('recent investments and refunds due that did not load say so', async () => {
    await open({
      'GET /api/transactions': () => problem(500, 'Failed'),
      'GET /api/rlusd/payments': () => problem(500, 'Failed'),
    });
    expect(await screen.findByText('Recent investments did not load')).toBeInTheDocument();
    expect(await screen.findByText('Refunds you may owe did not load')).toBeInTheDocument();
  });
  it('a blip hides no recent investments that were there', async () => {
    let away = false;
    const { store } = await open({
      'GET /api/transactions': () =>
        away ? problem(502, 'Bad gateway') : [transaction({ tokenHolderId: 'rSomebodyElse' })],
    });
    await screen.findByText('5 tokens');
    away = true;
    const { api } = await import('../../shared/api/base-api');
    store.dispatch(api.util.invalidateTags(['Purchases']));
    expect(await screen.findByText('Couldn’t refresh. Showing the last loaded data.')).toBeInTheDocument();
    expect(screen.getByText('5 tokens')).toBeInTheDocument();
  });
  it('REQ-1.7.5: the rates are asked for three times more before they are left out', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    serve({
      'GET /api/session': session({ userRole: 'landlord' }),
      'GET /api/interest-rates': () => problem(503, 'away'),
      'GET /api/transactions': [],
      'GET /api/properties': [],
      'GET /api/rlusd/payments': [],
    });
    show(<LandlordHome />);
    for (let second = 0; second < 30; second += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(calls.filter(({ path }) => path === '/api/interest-rates')).toHaveLength(4);
    expect(screen.queryByText('Loading current rates...')).toBeNull();
  });
});
