import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, problem, property, serve, session, transaction, type Answers } from '../../../test/server';
import { CreateListingRequest } from '@tknest/contracts/api';
import { SAMPLE_RATES } from '@tknest/contracts/rules';
import { problemsOf } from '../../shared/form/contract-resolver';
import LandlordHome from './pages/landlord-home';
import { asRequest, emptyForm, type ListingForm } from './use-listing-form';

const errorsOf = (form: ListingForm) => problemsOf(CreateListingRequest, asRequest(form));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const rates = {
  low: 7.1,
  average: 8.25,
  high: 9.6,
  mortgageRate: 6.34,
  lastUpdated: '2026-11-19T00:00:00.000Z',
  stale: false,
  source: 'FRED',
};

async function open(more: Answers = {}) {
  serve({
    'GET /api/session': session({ userRole: 'landlord' }),
    'GET /api/interest-rates': rates,
    'GET /api/transactions': [],
    'GET /api/properties': [],
    'GET /api/rlusd/payments': [],
    'POST /api/properties/validate': { status: 'valid' },
    ...more,
  });
  const view = show(<LandlordHome />);
  await screen.findByRole('heading', { name: 'Property-Linked Token Program Platform' });
  const submit = () => view.user.click(screen.getByRole('button', { name: 'Create Property Listing' }));
  /** Looks it over once more, and publishes it. */
  const publish = async () => {
    await submit();
    await view.user.click(await screen.findByRole('button', { name: 'Publish listing' }));
  };
  const fillAll = async () => {
    for (const [label, text] of [
      ['Property name', 'Sample Court'],
      ['Monthly rent', '2500'],
      ['Address', '12 Example Street'],
      ['Program Purpose', 'New boiler'],
    ] as const)
      await fill(view.user, screen.getByLabelText(label), text);
  };
  return { ...view, submit, publish, fill: fillAll };
}

describe('document 1 §5, listing submission rules', () => {
  it.each([
    ['name', '', 'Property name is required'],
    ['address', '', 'Address is required'],
    ['monthlyRent', '', 'Monthly rent must be greater than 0'],
    ['monthlyRent', '0.5', 'Monthly rent must be greater than 0'],
    ['tokenCount', '0', 'Token count must be at least 1'],
    ['tokenPrice', '0.99', 'Token price must be greater than 0'],
    ['fundingGoal', 0, 'Funding goal must be greater than 0'],
    ['fundingPurpose', '', 'Please describe the funding purpose'],
    ['tokenTermMonths', 0, 'Term must be at least 1 month'],
    ['monthlyRate', 2.9, 'Rate must be at least 3.0%'],
    ['monthlyRate', 12.1, 'Rate cannot exceed 12.0%'],
    ['redemptionClause', '', 'Redemption clause is required'],
  ] as const)('%s of %p: "%s"', (name, value, message) => {
    const right = {
      ...emptyForm,
      name: 'Sample Court',
      address: '12 Example Street',
      monthlyRent: '2500',
      fundingPurpose: 'New boiler',
    };
    expect(errorsOf(right)).toEqual({});
    expect(errorsOf({ ...right, [name]: value })).toEqual({ [name]: message });
  });
  it('the first field in error gets the focus, its message stands under it, and goes as one types', async () => {
    const { user, submit } = await open();
    await submit();
    expect(screen.getByLabelText('Property name')).toHaveFocus();
    expect(screen.getByText('Property name is required')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Property name'), 'S');
    expect(screen.queryByText('Property name is required')).toBeNull();
    expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/properties')).toBe(false);
  });
  it('document 1 §8: terms that the rent does not carry are a "Validation Error"', async () => {
    const { user, submit, fill } = await open();
    await fill();
    await user.click(screen.getByRole('button', { name: '12 months, does not fit' }));
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Validation ErrorTerm too short. Minimum 37 months required to keep payments under 30% of rent. Adjust goal or term.',
    );
    await user.click(screen.getByRole('button', { name: 'Use 42 months' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
  it('document 1 §5: a goal that no term carries is to be reduced, or the rent to be increased', async () => {
    const { user, submit, fill } = await open();
    await fill();
    await user.clear(screen.getByLabelText('Monthly rent'));
    await user.type(screen.getByLabelText('Monthly rent'), '100');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'payments would exceed 30% of rent. Reduce the goal or increase rent.',
    );
  });
  it('document 1 §8: "Success: Property listed successfully!", and the form is empty again', async () => {
    const { publish, fill } = await open({ 'POST /api/properties': property() });
    await fill();
    await publish();
    expect(await screen.findByText('Property listed successfully!')).toBeInTheDocument();
    expect(screen.getByText('Success')).toBeInTheDocument();
    const lists = () => calls.filter(({ method, path }) => method === 'GET' && path === '/api/properties');
    await waitFor(() => expect(lists().length).toBeGreaterThan(1));
    expect(screen.getByLabelText('Property name')).toHaveValue('');
    expect(calls.find(({ method, path }) => method === 'POST' && path === '/api/properties')?.body).toMatchObject({
      name: 'Sample Court',
      monthlyRent: 2500,
      fundingGoal: 25_000,
      tokenTermMonths: 42,
      monthlyRate: 6.5,
      tokenPrice: 100,
      tokenCount: 250,
    });
  });
  it('Enter in a field publishes nothing: it leads to a review of what is about to be listed', async () => {
    const { user, fill } = await open({ 'POST /api/properties': property() });
    await fill();
    await user.type(screen.getByLabelText('Property name'), '{Enter}');
    const review = within(await screen.findByRole('dialog', { name: 'List Sample Court?' }));
    for (const text of ['12 Example Street', '2,500.00 RLUSD', '250 at 100.00 RLUSD', '42 months at 6.5% a year'])
      expect(review.getByText(text)).toBeInTheDocument();
    await waitFor(() => expect(review.getByRole('button', { name: 'Keep editing' })).toHaveFocus());
    await user.click(review.getByRole('button', { name: 'Keep editing' }));
    expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/properties')).toBe(false);
    expect(screen.getByLabelText('Property name')).toHaveValue('Sample Court');
  });
  it.each([
    ['Only verified landlords may list', 'Only verified landlords may list'],
    ['', 'Failed to create property'],
  ])('document 1 §8: "Error" with the server message ("%s") or "Failed to create property"', async (detail, text) => {
    const { publish, fill } = await open({ 'POST /api/properties': () => problem(403, detail) });
    await fill();
    await publish();
    expect(await screen.findByRole('alert')).toHaveTextContent(`Error${text}`);
  });
});

describe('document 1 §5, sliders and advisory', () => {
  it.each([
    ['Participation cap', 10_000, 200_000, 25_000, '25,000 RLUSD'],
    ['Term', 6, 60, 42, '42 months'],
    ['Optional contribution share based on rental performance', 3, 12, 6.5, '6.5%'],
  ] as const)('%s: %f to %f, default %f', async (name, min, max, value, text) => {
    await open();
    const slider = screen.getByRole('slider', { name });
    expect([
      slider.getAttribute('aria-valuemin'),
      slider.getAttribute('aria-valuemax'),
      slider.getAttribute('aria-valuenow'),
      slider.getAttribute('aria-valuetext'),
    ]).toEqual([String(min), String(max), String(value), text]);
  });
  it.each([
    ['Participation cap', '30,000 RLUSD'],
    ['Term', '48 months'],
    ['Optional contribution share based on rental performance', '6.6%'],
  ])('%s moves by its step with the arrow keys', async (name, next) => {
    await open();
    fireEvent.keyDown(screen.getByRole('slider', { name }), { key: 'ArrowRight' });
    await waitFor(() => expect(screen.getByRole('slider', { name })).toHaveAttribute('aria-valuetext', next));
  });
  it('the goal of a new rent stands between two steps until the slider is moved: onto the next one', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Monthly rent'), '4137');
    const slider = screen.getByRole('slider', { name: 'Participation cap' });
    expect(slider).toHaveAttribute('aria-valuetext', '41,370 RLUSD');
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', '45,000 RLUSD'));
    await user.type(screen.getByLabelText('Monthly rent'), '.55');
    expect(slider).toHaveAttribute('aria-valuetext', '41,375.50 RLUSD');
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', '40,000 RLUSD'));
  });
  it('"Matches participation cap", else "Does not match participation cap"', async () => {
    const { user } = await open();
    expect(screen.getByText('Matches participation cap')).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Token price'));
    await user.type(screen.getByLabelText('Token price'), '99');
    expect(screen.getByText('Does not match participation cap')).toBeInTheDocument();
  });
  it('the panel follows: percent, payment, maximum, minimum term, and one click mends the term', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: '12 months, does not fit' }));
    expect(screen.getByRole('meter')).toHaveAttribute(
      'aria-valuetext',
      '86.3 percent of monthly rent, limit 30 percent',
    );
    expect(screen.getByText('Minimum: 37 months')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use 42 months' }));
    expect(screen.getByRole('meter')).toHaveAttribute(
      'aria-valuetext',
      '26.7 percent of monthly rent, limit 30 percent',
    );
    expect(
      screen.getAllByText('Payment complies with 30% rule. Monthly payment is 26.7% of rent.').length,
    ).toBeGreaterThan(0);
    for (const figure of ['Current payment667.12', '30% maximum750.00', 'Monthly rent2,500.00'])
      expect(screen.getByRole('complementary', { name: '30% rule' })).toHaveTextContent(figure);
  });
  it('"Minimum: Invalid" where no term exists, and the largest goal that fits is offered', async () => {
    const { user } = await open();
    const goal = screen.getByRole('slider', { name: 'Participation cap' });
    fireEvent.keyDown(goal, { key: 'End' });
    expect(await screen.findByText('Minimum: Invalid')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use 35,000' }));
    expect(goal).toHaveAttribute('aria-valuenow', '35000');
    expect(screen.getByRole('slider', { name: 'Term' })).toHaveAttribute('aria-valuenow', '60');
  });
  it.each([
    ['lease.pdf', 1_000, null],
    ['lease.docx', 1_000, null],
    ['lease.txt', 1_000, 'The contract must be a .pdf, .doc or .docx file'],
    ['lease.pdf', 10 * 1024 * 1024 + 1, 'The file is larger than 10MB'],
  ])('the contract: %s of %i bytes', async (name, bytes, message) => {
    await open();
    const file = new File(['x'], name);
    Object.defineProperty(file, 'size', { value: bytes });
    expect(screen.getByLabelText('Rental contract')).toHaveAttribute('accept', '.pdf,.doc,.docx');
    expect(screen.getByText('.pdf, .doc or .docx, up to 10MB')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Rental contract'), { target: { files: [file] } });
    expect(await screen.findByText(message ?? name)).toBeInTheDocument();
  });
});

describe('document 1 §2, landlord view', () => {
  it('its sections stand in the specification’s order', async () => {
    await open({ 'GET /api/properties': [property()] });
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
    await open({
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
    await open();
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
    await open({ 'GET /api/interest-rates': { ...rates, ...more } });
    expect(await screen.findByRole('region', { name: 'Current financing rates' })).toHaveTextContent(words);
    expect(screen.getByText(/^Financing elsewhere costs/)).toHaveTextContent(words);
  });
  it('without rates the form says nothing of them', async () => {
    await open({ 'GET /api/interest-rates': null });
    await screen.findByText('No recent investments yet');
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/interest-rates')).toBe(true));
    expect(screen.queryByText(/Financing elsewhere/)).toBeNull();
  });
  it('"No recent investments yet"; up to 5 recent ones with name, first 12 characters of the holder, cost and tokens', async () => {
    await open();
    expect(await screen.findByText('No recent investments yet')).toBeInTheDocument();
    cleanup();
    await open({
      'GET /api/transactions': Array.from({ length: 7 }, (_, i) =>
        transaction({ id: `p-${i}`, propertyName: `House ${i}`, tokenHolderId: 'rInvestorExampleExampleExample2' }),
      ),
    });
    const strip = await screen.findByRole('region', { name: 'Recent property investments' });
    expect(strip.children).toHaveLength(5);
    expect(strip.firstElementChild).toHaveTextContent('House 05 tokensrInvestorExa500.00RLUSD');
  });
  it('"Your Property Listings" only with at least one: rent, cap, progress with one decimal', async () => {
    await open();
    expect(screen.queryByText('Your Property Listings')).toBeNull();
    cleanup();
    await open({ 'GET /api/properties': [property()] });
    await screen.findByText('172 / 250');
    expect(screen.getByText('68.8%')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Funded' })).toHaveAttribute('aria-valuenow', '69');
    expect(screen.getByText('Participation cap', { selector: '.prop-body .dim' }).parentElement).toHaveTextContent(
      '25,000.00RLUSD',
    );
  });
  it('an address is checked when its field loses the focus: "Validating address...", and a failure says nothing', async () => {
    let answer!: (value: unknown) => void;
    const { user } = await open({
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
    const { user } = await open({ 'GET /api/properties': [property()] });
    await user.click(await screen.findByRole('button', { name: 'Close listing' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close Sample Court?' });
    expect(dialog).toHaveTextContent('The loan’s principal becomes 17,200.00RLUSD');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep it open' })).toHaveFocus());
  });
  it('a sale with purchases on the way can be closed, and says how many the loan waits for', async () => {
    const { user } = await open({
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
    await open({ 'GET /api/properties': [property({ status: 'closing', tokensReserved: 3 })] });
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
    await open();
    expect(screen.getByLabelText('Property name')).toHaveValue('');
    expect(screen.getByRole('meter', { name: 'Monthly payment as a share of rent' })).toBeInTheDocument();
  });
  it.each([
    ['2,500', '2,500 RLUSD'],
    ['2,500.55', '2,500.55 RLUSD'],
    ['-5', '-5 RLUSD'],
    ['9'.repeat(30), '999,999,999,999,999 RLUSD'],
  ])('a rent typed as %s stays that figure: %s', async (typed, shown) => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Monthly rent'), typed);
    expect(screen.getByLabelText('Monthly rent')).toHaveValue(shown);
  });
  it('what is no part of a figure is not taken, pasted or typed, and the field says so until it is left', async () => {
    const { user } = await open();
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
    const { user } = await open();
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
    const { publish, fill } = await open({
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
    await open({ 'GET /api/session': session(), 'GET /api/transactions': [transaction()] });
    expect(await screen.findByText(/You are signed in as Rent Recipient/)).toBeInTheDocument();
    expect(await screen.findByText('No recent investments yet')).toBeInTheDocument();
  });
  it('what was typed in the last moment before the page is left is kept too', async () => {
    const { user, unmount } = await open();
    await user.type(screen.getByLabelText('Property name'), 'Specimen House');
    unmount();
    expect(sessionStorage.getItem(`draft:listing:${session().walletAddress}`)).toContain('Specimen House');
  });
  it('a draft is kept in this tab, and said so', async () => {
    const { user } = await open();
    expect(screen.queryByText(/Draft saved/)).toBeNull();
    await user.type(screen.getByLabelText('Property name'), 'Sample Court');
    expect(await screen.findByText(/^Draft saved \d\d:\d\d \S+$/)).toBeInTheDocument();
    cleanup();
    await open();
    expect(screen.getByLabelText('Property name')).toHaveValue('Sample Court');
  });
});
