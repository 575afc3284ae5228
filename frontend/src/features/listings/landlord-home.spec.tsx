import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openLandlordHome, rates } from '../../../test/landlord-home';
import { calls, problem, property, session, transaction } from '../../../test/server';
import { SAMPLE_RATES } from '@tknest/contracts/rules';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('document 1 §2, landlord view', () => {
  it('its sections stand in the specification’s order', async () => {
    await openLandlordHome({ 'GET /api/properties': [property()] });
    await screen.findByRole('heading', { name: 'Your Property Listings' });
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent!);
    const expected = [
      'Recent Property Investments',
      'Property-Linked Token Program Platform',
      'Property Information',
      'Rental Contract',
      'Token Program Configuration',
      '30% rule',
      'Your Property Listings',
    ];
    expect(headings.filter((text) => expected.includes(text))).toEqual(expected);
    const disclaimer = screen.getByText(/The platform is neutral/);
    expect(
      disclaimer.compareDocumentPosition(screen.getByText('Your Property Listings')) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
    const submit = screen.getByRole('button', { name: 'Create Property Listing' });
    expect(
      screen.getByText('Your Property Listings').compareDocumentPosition(submit) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
  });
  it('the banner of rates, and its loading message', async () => {
    let answer!: (value: unknown) => void;
    await openLandlordHome({
      'GET /api/interest-rates': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    expect(screen.getByText('Loading current rates...')).toBeInTheDocument();
    await waitFor(() => expect(answer).toBeDefined());
    answer(rates);
    expect(await screen.findByRole('region', { name: 'Current financing rates' })).toHaveTextContent(
      'HELOC / cash-out, low 7.10%average 8.25%high 9.60%Mortgage rate 6.34%Last updated Nov 19, 2026',
    );
  });
  it('the rate hints stand under the rate: what financing costs elsewhere, and who says so', async () => {
    await openLandlordHome();
    const hint = await screen.findByText(/^Financing elsewhere costs/);
    expect(hint).toHaveTextContent(
      'Financing elsewhere costs 7.10% to 9.60% (HELOC or cash-out), mortgages 6.34%. Source: FRED, Nov 19, 2026.',
    );
    const slider = screen.getByRole('slider', { name: /contribution share/ });
    expect(slider.compareDocumentPosition(hint) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(slider).toHaveAccessibleDescription(hint.textContent!);
  });
  it.each([
    ['sample values', { source: SAMPLE_RATES, stale: true }, 'Sample values, not current rates.'],
    ['the last known ones', { stale: true }, 'Last known rates: the source cannot be reached.'],
  ])('rates that are %s say so in the open, in the banner and in the hint', async (_, more, words) => {
    await openLandlordHome({ 'GET /api/interest-rates': { ...rates, ...more } });
    expect(await screen.findByRole('region', { name: 'Current financing rates' })).toHaveTextContent(words);
    expect(screen.getByText(/^Financing elsewhere costs/)).toHaveTextContent(words);
  });
  it('without rates the form says nothing of them', async () => {
    await openLandlordHome({ 'GET /api/interest-rates': null });
    await screen.findByText('No recent investments yet');
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/interest-rates')).toBe(true));
    expect(screen.queryByText(/Financing elsewhere/)).toBeNull();
  });
  it('"No recent investments yet"; up to 5 recent ones with name, first 12 characters of the holder, cost and tokens', async () => {
    await openLandlordHome();
    expect(await screen.findByText('No recent investments yet')).toBeInTheDocument();
    cleanup();
    await openLandlordHome({
      'GET /api/transactions': Array.from({ length: 7 }, (_, i) =>
        transaction({ id: `p-${i}`, propertyName: `House ${i}`, tokenHolderId: 'rInvestorExampleExampleExample2' }),
      ),
    });
    const strip = await screen.findByRole('region', { name: 'Recent property investments' });
    expect(strip.children).toHaveLength(5);
    expect(strip.firstElementChild).toHaveTextContent('House 05 tokensrInvestorExa500.00RLUSD');
  });
  it('"Your Property Listings" only with at least one: rent, cap, progress with one decimal', async () => {
    await openLandlordHome();
    expect(screen.queryByText('Your Property Listings')).toBeNull();
    cleanup();
    await openLandlordHome({ 'GET /api/properties': [property()] });
    await screen.findByText('172 / 250');
    expect(screen.getByText('68.8%')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Funded' })).toHaveAttribute('aria-valuenow', '69');
    expect(screen.getByText('Participation cap', { selector: '.prop-body .dim' }).parentElement).toHaveTextContent(
      '25,000.00RLUSD',
    );
  });
  it('an address is checked when its field loses the focus: "Validating address...", and a failure says nothing', async () => {
    let answer!: (value: unknown) => void;
    const { user } = await openLandlordHome({
      'POST /api/properties/validate': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await user.click(screen.getByLabelText('Address'));
    await user.tab();
    expect(calls.some(({ path }) => path.endsWith('/validate'))).toBe(false);
    await user.type(screen.getByLabelText('Address'), '12 Example Street');
    await user.tab();
    expect((await screen.findAllByText('Validating address...')).length).toBeGreaterThan(0);
    await waitFor(() => expect(answer).toBeDefined());
    answer(problem(503, 'away'));
    await waitFor(() => expect(screen.queryByText('Validating address...')).toBeNull());
    expect(screen.queryByText(/away|not found/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('closing a listing names it and what becomes of the loan; the safe choice has the focus', async () => {
    const { user } = await openLandlordHome({ 'GET /api/properties': [property()] });
    await user.click(await screen.findByRole('button', { name: 'Close listing' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close Sample Court?' });
    expect(dialog).toHaveTextContent('The loan’s principal becomes 17,200.00RLUSD');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep it open' })).toHaveFocus());
  });
  it('a sale with purchases on the way can be closed, and says how many the loan waits for', async () => {
    const { user } = await openLandlordHome({
      'GET /api/properties': [property({ tokensReserved: 3 })],
      'POST /api/properties/1/close': { ...property({ status: 'closing' }), delivering: 2 },
    });
    await user.click(await screen.findByRole('button', { name: 'Close listing' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close Sample Court?' });
    expect(dialog).toHaveTextContent('Paid purchases are still delivered');
    await user.click(within(dialog).getByRole('button', { name: 'Close listing' }));
    expect(await screen.findByText(/2 still being delivered; the loan begins with the last one\./)).toBeInTheDocument();
  });
  it('a sale that is closing says what it waits for and cannot be closed again', async () => {
    await openLandlordHome({ 'GET /api/properties': [property({ status: 'closing', tokensReserved: 3 })] });
    expect(await screen.findByText(/Closing: 3 tokens paid and still being issued/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Close listing' })).toBeNull();
  });
  it.each([
    '{broken',
    '[1]',
    'null',
    '{"monthlyRate":null,"name":7,"fundingGoal":1e300,"monthlyRent":"1e300","tokenTermMonths":-4}',
  ])('a draft that cannot be read (%s) is no reason for the page not to open', async (kept) => {
    sessionStorage.setItem(`draft:listing:${session().walletAddress}`, kept);
    await openLandlordHome();
    expect(screen.getByLabelText('Property name')).toHaveValue('');
    expect(screen.getByRole('meter', { name: 'Monthly payment as a share of rent' })).toBeInTheDocument();
  });
  it.each([
    ['2,500', '2,500 RLUSD'],
    ['2,500.55', '2,500.55 RLUSD'],
    ['-5', '-5 RLUSD'],
    ['9'.repeat(30), '999,999,999,999,999 RLUSD'],
  ])('a rent typed as %s stays that figure: %s', async (typed, shown) => {
    const { user } = await openLandlordHome();
    await user.type(screen.getByLabelText('Monthly rent'), typed);
    expect(screen.getByLabelText('Monthly rent')).toHaveValue(shown);
  });
  it('what is no part of a figure is not taken, pasted or typed, and the field says so until it is left', async () => {
    const { user } = await openLandlordHome();
    const rent = screen.getByLabelText('Monthly rent');
    await user.click(rent);
    await user.paste('1e9');
    expect(rent).toHaveValue('');
    expect(screen.getByRole('alert')).toHaveTextContent('Numbers only. “1e9” was ignored.');
    await user.tab();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(rent);
    await user.paste(' 2,500.50 RLUSD ');
    expect(rent).toHaveValue('2,500.50 RLUSD');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.clear(rent);
    await user.type(rent, '1e9');
    expect(rent).toHaveValue('19 RLUSD');
    expect(screen.getByRole('alert')).toHaveTextContent('Numbers only. “e” was ignored.');
    expect(rent).toHaveAccessibleDescription(/Numbers only/);
    await user.clear(rent);
    await user.type(rent, '25');
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('a comma that does not group thousands is refused, typed or pasted: 12,50 is not 1,250', async () => {
    const { user } = await openLandlordHome();
    const rent = screen.getByLabelText('Monthly rent');
    await user.clear(rent);
    await user.type(rent, '12,50');
    await user.tab();
    expect(rent).toHaveValue('');
    expect(screen.getByRole('alert')).toHaveTextContent('“12,50” was cleared. Write cents with a point, like 12.50');
    await user.type(rent, '1,250');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.tab();
    expect(rent).toHaveValue('1,250 RLUSD');
    await user.clear(rent);
    await user.click(rent);
    await user.paste('12,50');
    expect(rent).toHaveValue('');
    expect(screen.getByRole('alert')).toHaveTextContent('“12,50” was cleared');
    await user.paste('1,234,567.50');
    expect(rent).toHaveValue('1,234,567.50 RLUSD');
  });
  it('a listing whose contract was not kept says so, and not that all went well', async () => {
    const { publish, fill } = await openLandlordHome({
      'POST /api/properties': property(),
      'POST /api/properties/1/contract': () => problem(413, 'The file is too large'),
    });
    await fill();
    fireEvent.change(screen.getByLabelText('Rental contract'), { target: { files: [new File(['x'], 'lease.pdf')] } });
    await publish();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The property is listed, but its contract was not saved: The file is too large. You can attach it again under Your Property Listings.',
    );
    expect(screen.queryByText('Property listed successfully!')).toBeNull();
  });
  it('who is here as an investor is told what listing needs, and sees no purchases of their own among those of an owner', async () => {
    await openLandlordHome({ 'GET /api/session': session(), 'GET /api/transactions': [transaction()] });
    expect(await screen.findByText(/You are signed in as Rent Recipient/)).toBeInTheDocument();
    expect(await screen.findByText('No recent investments yet')).toBeInTheDocument();
  });
  it('what was typed in the last moment before the page is left is kept too', async () => {
    const { user, unmount } = await openLandlordHome();
    await user.type(screen.getByLabelText('Property name'), 'Specimen House');
    unmount();
    expect(sessionStorage.getItem(`draft:listing:${session().walletAddress}`)).toContain('Specimen House');
  });
  it('a draft is kept in this tab, and said so', async () => {
    const { user } = await openLandlordHome();
    expect(screen.queryByText(/Draft saved/)).toBeNull();
    await user.type(screen.getByLabelText('Property name'), 'Sample Court');
    expect(await screen.findByText(/^Draft saved \d\d:\d\d \S+$/)).toBeInTheDocument();
    cleanup();
    await openLandlordHome();
    expect(screen.getByLabelText('Property name')).toHaveValue('Sample Court');
  });
});
