import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openLandlordHome, rates } from '../../../test/landlord-home';
import { calls, problem, property, session, transaction } from '../../../test/server';
import { SAMPLE_RATES } from '@tknest/contracts/rules';

beforeEach(() => {
  localStorage.clear();
  globalThis.media = () => false;
});
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
    expect(strip.firstElementChild).toHaveTextContent('House 05 tokensrInvestorExa500.00 RLUSD');
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
      '25,000.00 RLUSD',
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
    const asked = () => calls.some(({ path }) => path.endsWith('/validate'));
    await user.click(screen.getByLabelText('Address'));
    await user.tab();
    expect(asked()).toBe(false);
    await user.type(screen.getByLabelText('Address'), '12 Example Street');
    expect(asked()).toBe(false);
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
    expect(dialog).toHaveTextContent('The loan’s principal becomes 17,200.00 RLUSD');
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
    expect(
      await screen.findByText(/2 still being delivered, or signed and able .* begins when none is left\./),
    ).toBeInTheDocument();
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
    const { user, container } = await openLandlordHome();
    // Its line is there from the beginning, so that the form does not move while one types.
    const line = container.querySelector('.draft-saved');
    expect(line).toHaveTextContent(/^$/);
    await user.type(screen.getByLabelText('Property name'), 'Sample Court');
    expect(await screen.findByText(/^Draft saved \d\d:\d\d \S+$/)).toBe(line);
    cleanup();
    await openLandlordHome();
    expect(screen.getByLabelText('Property name')).toHaveValue('Sample Court');
  });
});

describe('a landlord with listings', () => {
  const loan = { loanStatus: 'current', monthlyPaymentAmount: 116.92, arrears: 0, status: 'closed' } as const;
  const listed = [
    property({ id: 3, name: 'Demo Lofts', tokensSold: 20, loanStatus: null }),
    property({ ...loan, id: 2, name: 'Mill House', tokensSold: 47, nextPaymentDue: '2027-03-15' }),
    property({ ...loan, tokensSold: 5, nextPaymentDue: '2027-03-01' }),
  ];
  const late = {
    ...listed[1]!,
    loanStatus: 'in_arrears' as const,
    arrears: 117.21,
    nextPaymentDue: '2027-01-15' as const,
  };

  it('four figures over all properties, each a link', async () => {
    await openLandlordHome({ 'GET /api/properties': listed });
    for (const [name, to] of [
      ['Due next: 116.92 RLUSD on Mar 1, 2027', '/landlord-payback?propertyId=1'],
      ['In arrears: 0.00 RLUSD', '/landlord-payback'],
      ['Raised: 7,200.00 of 75,000.00 RLUSD', '/#own'],
      ['Tokens sold: 72 of 750', '/activity'],
    ])
      expect(screen.getByRole('link', { name: name! })).toHaveAttribute('href', to);
    expect(screen.getByRole('link', { name: 'Repay' })).toHaveAttribute('href', '/landlord-payback?propertyId=1');
  });
  it('what is in arrears is named with its amount and is repaid first; what is due next is another loan', async () => {
    await openLandlordHome({ 'GET /api/properties': [listed[0], late, listed[2]] });
    const arrears = screen.getByRole('link', { name: 'In arrears: 117.21 RLUSD · Mill House' });
    expect(arrears).toHaveAttribute('href', '/landlord-payback?propertyId=2');
    expect(screen.getByRole('link', { name: /^Due next: 116.92 RLUSD on Mar 1/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Repay' })).toHaveAttribute('href', '/landlord-payback?propertyId=2');
    cleanup();
    await openLandlordHome({ 'GET /api/properties': [listed[2], { ...listed[2]!, id: 5, monthlyPaymentAmount: 80 }] });
    expect(screen.getByRole('link', { name: /^Due next: 196.92 RLUSD on Mar 1/ })).toBeInTheDocument();
    cleanup();
    await openLandlordHome({ 'GET /api/properties': [late] });
    expect(screen.getByRole('link', { name: 'Due next: Nothing besides arrears' })).toBeInTheDocument();
  });
  it('their cards say the loan’s state and lead to its repayment; before the loan and after it there is none', async () => {
    const paid = property({ ...loan, id: 4, name: 'Old Barn', loanStatus: 'paid_off', nextPaymentDue: null });
    await openLandlordHome({ 'GET /api/properties': [listed[0], late, listed[2], paid] });
    const card = (name: string) => screen.getByRole('link', { name }).closest('article')!;
    expect(card('Sample Court')).toHaveTextContent('On scheduleNext: 116.92 RLUSD on Mar 1, 2027Repay');
    expect(card('Mill House')).toHaveTextContent('In arrears117.21 RLUSD is overdueRepay');
    expect(card('Old Barn')).toHaveTextContent('Paid off');
    for (const name of ['Demo Lofts', 'Old Barn']) expect(card(name)).not.toHaveTextContent('Repay');
    expect(screen.getByRole('link', { name: 'Repay, Mill House' })).toHaveAttribute(
      'href',
      '/landlord-payback?propertyId=2',
    );
  });
  it('without a loan there is nothing to repay, and without a listing no figure', async () => {
    await openLandlordHome({ 'GET /api/properties': [listed[0]] });
    expect(screen.getByRole('link', { name: 'Due next: Nothing to repay' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Repay' })).toBeNull();
    cleanup();
    await openLandlordHome();
    expect(screen.queryByRole('link', { name: /^Due next/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'List another property' })).toBeNull();
  });
  it('on a phone the form is folded until it is asked for, or if a draft was begun', async () => {
    globalThis.media = () => true;
    const { user } = await openLandlordHome({ 'GET /api/properties': listed });
    expect(screen.queryByRole('button', { name: 'Create Property Listing' })).toBeNull();
    expect(screen.queryByLabelText('Property name')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'List another property' }));
    await waitFor(() => expect(screen.getByLabelText('Property name')).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Create Property Listing' })).toBeInTheDocument();
    await user.type(screen.getByLabelText('Property name'), 'Specimen House');
    cleanup();
    await openLandlordHome({ 'GET /api/properties': listed });
    expect(await screen.findByLabelText('Property name')).toHaveValue('Specimen House');
    expect(screen.getByRole('button', { name: 'Create Property Listing' })).toBeInTheDocument();
    sessionStorage.clear();
    cleanup();
    await openLandlordHome();
    expect(await screen.findByRole('button', { name: 'Create Property Listing' })).toBeInTheDocument();
  });
});
