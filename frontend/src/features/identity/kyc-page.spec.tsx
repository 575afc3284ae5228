import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AGREEMENT_TEXTS, AGREEMENT_VERSIONS } from '@tknest/contracts/rules';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import { keepApplication } from '../../../test/drafts';
import Widgets from '../../app/kit';
import { businessDay } from '../../shared/format/time';
import { useSessionQuery } from '../../shared/session/api';
import { PROFESSIONAL, type FieldGroup } from './kyc-form';
import KycPage from './pages/kyc-page';
import { DEFAULTS } from './use-application';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const PERSONAL = {
  firstName: 'Ida',
  lastName: 'Example',
  dateOfBirth: '1985-04-12',
  phoneNumber: '+1 555 0100 200',
  email: 'ida@example.com',
  address: '12 Example Street',
  city: 'Springfield',
  state: 'Illinois',
  zipCode: '62701',
};
const INVESTOR = {
  occupation: 'Engineer',
  employer: 'Example Works',
  annualIncome: '90000',
  netWorth: '250000',
  investmentGoals: 'A steady income beside my salary',
  expectedInvestmentAmount: '5000',
};

async function open(step: number, more: Answers = {}, agreements: object = {}, page = <SignedIn />) {
  keepApplication(step, { ...PERSONAL, ...INVESTOR, ...agreements });
  serve({
    'GET /api/session': session({ kycStatus: 'not_started' }),
    'GET /api/platform/config': { sandbox: true },
    ...more,
  });
  // The page redirects visitors, so the session is known before it opens.
  const view = show(page, { at: '/kyc?role=investor' });
  await screen.findByRole('heading', { name: 'KYC application' });
  return { ...view, next: () => view.user.click(screen.getByRole('button', { name: /Continue|Submit application/ })) };
}
function SignedIn() {
  const { data } = useSessionQuery();
  return data ? <KycPage /> : null;
}
const upload = (name: string, file: string) =>
  fireEvent.change(document.querySelector(`input[name="${name}"]`)!, { target: { files: [new File(['x'], file)] } });
async function uploadAll() {
  const kinds = ['idDocument', 'addressProof', 'incomeProof'];
  for (const kind of kinds) upload(kind, `${kind}.pdf`);
  for (const kind of kinds) await screen.findByText(`${kind}.pdf`);
}
/** Goes to the last step with everything filled in. */
async function toReview(
  more: Answers = {},
  agreements: object = { termsAccepted: true, privacyAccepted: true, riskDisclosureAccepted: true },
  page = <SignedIn />,
) {
  const view = await open(1, more, agreements, page);
  await fill(view.user, screen.getByLabelText('Social security number'), '123456789');
  await view.next();
  await screen.findByRole('heading', { name: 'Professional Details' });
  await view.next();
  await screen.findByRole('heading', { name: 'Document Upload' });
  await uploadAll();
  await view.next();
  await screen.findByRole('heading', { name: 'Review & Submit' });
  return view;
}

describe('document 1 §2 and §5, KYC application', () => {
  it('asks for the name as in the passport only beside other letters, and sends it only then', async () => {
    const answer = { status: 'approved', riskLevel: 'low', flags: [] };
    const { user, next } = await toReview({ 'POST /api/kyc/submit': answer });
    await user.click(screen.getByRole('button', { name: 'Edit Personal Information' }));
    const label = 'Name as in your passport (optional)';
    expect(screen.queryByLabelText(label)).toBeNull();
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Иван' } });
    await fill(user, screen.getByLabelText(label), 'Иван');
    await next();
    expect(await screen.findByText(/in Latin letters only/)).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'Example Ivan' } });
    await next();
    await screen.findByRole('heading', { name: 'Professional Details' });
    await next();
    await screen.findByRole('heading', { name: 'Document Upload' });
    await next();
    expect(await screen.findByText('Example Ivan')).toBeInTheDocument();
    await next();
    const sent = expect.stringMatching(/name="passportName"\s+Example Ivan/);
    await waitFor(() => expect(calls.map(({ body }) => body)).toContainEqual(sent));
  });
  it('its steps are called as the specification calls them', async () => {
    await open(1);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1Personal Information',
      '2Professional Details',
      '3Document Upload',
      '4Review & Submit',
    ]);
    expect(screen.getByText('Step 1 of 4')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '25');
  });
  it('its tabs and the buttons of its header; three countries, the first of them chosen', async () => {
    const { user } = await open(1);
    for (const name of ['Landlord Registration', 'Investor Registration'])
      expect(screen.getByText(name)).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Test Mode' })).toHaveAttribute('href', '/kyc-test-mode');
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    const country = await screen.findByLabelText('Country', { selector: 'input' });
    expect(country).toHaveValue('United States');
    await user.click(country);
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toEqual(['United States', 'Canada', 'United Kingdom']);
  });
  it('no Test Mode link where the mode is not', async () => {
    await open(1, { 'GET /api/platform/config': { sandbox: false } });
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/platform/config')).toBe(true));
    expect(screen.getByRole('link', { name: 'Home' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Test Mode' })).toBeNull();
  });
  it('a landlord who comes without a link is asked as a landlord', async () => {
    serve({ 'GET /api/session': session({ kycStatus: 'not_started', userRole: 'landlord' }) });
    show(<SignedIn />, { at: '/kyc' });
    const tab = await screen.findByRole('button', { name: 'Landlord Registration' });
    expect(tab).toHaveAttribute('aria-pressed', 'true');
  });
  it('the choices of the form are the document’s, with its defaults (REQ-1.3.7)', async () => {
    const choices = (groups: readonly FieldGroup[]) =>
      Object.fromEntries(
        groups
          .flatMap(({ fields }) => fields)
          .filter(({ options }) => options)
          .map(({ name, options }) => [name, options!.map(([value]) => value)]),
      );
    expect(choices(PROFESSIONAL.landlord)).toEqual({
      businessType: ['individual', 'llc', 'corporation', 'partnership'],
    });
    expect(choices(PROFESSIONAL.investor)).toEqual({
      investmentExperience: ['none', 'beginner', 'intermediate', 'advanced'],
      riskTolerance: ['conservative', 'moderate', 'aggressive'],
      liquidityNeeds: ['immediate', '6months', '1year', '5years', '10years'],
      previousRealEstateInvestment: expect.anything(),
      cryptoExperience: expect.anything(),
    });
    expect(DEFAULTS).toMatchObject({
      country: 'United States',
      businessType: 'individual',
      investmentExperience: 'beginner',
      riskTolerance: 'moderate',
      liquidityNeeds: '1year',
    });
  });
  it('a field that is left with something wrong in it says so; a button is met where it stood', async () => {
    const { user } = await open(1);
    await user.clear(screen.getByLabelText('Phone number'));
    await user.type(screen.getByLabelText('Phone number'), '555');
    await user.tab();
    expect(screen.getByText('Valid phone number required')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Phone number'), ' 0100 200');
    expect(screen.queryByText('Valid phone number required')).toBeNull();
    await user.clear(screen.getByLabelText('City'));
    await user.type(screen.getByLabelText('City'), 'x');
    await user.click(screen.getByRole('button', { name: 'Landlord Registration' }));
    expect(screen.queryByText('City is required')).toBeNull();
  });
  it('a field of the next step is not wrong with its first key', async () => {
    const { user, next } = await open(1);
    await user.type(screen.getByLabelText('Social security number'), '123456789');
    await next();
    await screen.findByRole('heading', { name: 'Professional Details' });
    await user.clear(screen.getByLabelText('Investment goals'));
    await user.type(screen.getByLabelText('Investment goals'), 'A');
    expect(screen.getByLabelText('Investment goals')).not.toHaveAttribute('aria-invalid', 'true');
    await user.tab();
    await waitFor(() => expect(screen.getByLabelText('Investment goals')).toHaveAttribute('aria-invalid', 'true'));
  });
  it('amounts are read as people write them, and the counter of a text with a minimum stands in its error', async () => {
    const { user, next } = await open(2);
    await user.clear(screen.getByLabelText('Annual income'));
    await user.type(screen.getByLabelText('Annual income'), '90,000.50');
    expect(screen.getByLabelText('Annual income')).toHaveValue('$90,000.50');
    await user.clear(screen.getByLabelText('Investment goals'));
    await user.type(screen.getByLabelText('Investment goals'), 'A monthly income');
    await user.clear(screen.getByLabelText('Net worth'));
    await next();
    expect(screen.getByText('16 of 20 characters. A sentence is enough.')).toBeInTheDocument();
    expect(screen.getByText('Net worth must be 0 or more')).toBeInTheDocument();
    expect(screen.queryByText('Annual income is required')).toBeNull();
  });
  it('the review masks what is secret, reads amounts as amounts, and names the agreement that is missing', async () => {
    const { next } = await toReview({}, { termsAccepted: true, privacyAccepted: true });
    expect(document.body).toHaveTextContent('ending in 6789');
    expect(document.body).not.toHaveTextContent('123456789');
    expect(screen.getByText('$90,000 a year, $250,000')).toBeInTheDocument();
    await next();
    expect(
      screen.getByText('Agreements Required: Please accept all terms and agreements to proceed'),
    ).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: /risk disclosure/ })).toHaveFocus();
    expect(calls.some(({ path }) => path === '/api/kyc/submit')).toBe(false);
  });
  it('each consent names the version and the day of its text, and leads to it', async () => {
    await toReview();
    for (const { title, path, version, since } of Object.values(AGREEMENT_TEXTS)) {
      const link = screen.getByRole('link', { name: title.toLowerCase() });
      expect(link).toHaveAttribute('href', path);
      expect(link.closest('label')).toHaveTextContent(`(version ${version}, ${businessDay(since)})`);
    }
  });
  it('sends the versions that were agreed to', async () => {
    const { next } = await toReview({ 'POST /api/kyc/submit': { status: 'approved', riskLevel: 'low', flags: [] } });
    await next();
    const sent = () => calls.find(({ path }) => path === '/api/kyc/submit');
    await waitFor(() => expect(sent()).toBeDefined());
    expect(sent()!.body).toContain(`name="agreementVersions"\r\n\r\n${AGREEMENT_VERSIONS}`);
  });
  it('a kept consent to an older version is asked for anew', async () => {
    await toReview({}, { termsAccepted: true, privacyAccepted: true, agreementVersions: 'terms 0.9' });
    for (const box of screen.getAllByRole('checkbox')) expect(box).not.toBeChecked();
  });
  it('a notice of what was missing goes once it is there', async () => {
    const { next } = await open(3);
    await next();
    expect(await screen.findByRole('alert')).toHaveTextContent('Missing Documents');
    await uploadAll();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByText('Missing Documents.')).toBeNull();
  });
  it('step 4 begins at the review, not at its last checkbox', async () => {
    await toReview();
    expect(screen.getByRole('heading', { name: 'Review & Submit' })).toHaveFocus();
  });
  it('a kept step 4 over an empty form begins at the first step that is not complete', async () => {
    keepApplication(4, {});
    serve({ 'GET /api/session': session({ kycStatus: 'not_started' }) });
    show(<SignedIn />, { at: '/kyc?role=investor' });
    expect(await screen.findByRole('heading', { name: 'Personal Information' })).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('undefined');
  });
  it('a kept step 4 of another type begins at the details of this one', async () => {
    keepApplication(4, { ...PERSONAL, ...INVESTOR });
    serve({ 'GET /api/session': session({ kycStatus: 'not_started' }) });
    show(<SignedIn />, { at: '/kyc?role=landlord' });
    expect(await screen.findByRole('heading', { name: 'Professional Details' })).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('undefined');
  });
  it('Clear asks first: nothing of an hour’s work goes with one press', async () => {
    const { user } = await open(2);
    await user.click(screen.getAllByRole('button', { name: 'Clear' })[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'Clear your application?' });
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Keep it' })).toHaveFocus());
    await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    expect(screen.queryByText('Saved Data Cleared')).toBeNull();
    expect(JSON.stringify({ ...localStorage })).toContain('Example Works');
  });
  it('reloaded at step 2, the first press of Back leads to step 1', async () => {
    const { user, router, next } = await open(1);
    await fill(user, screen.getByLabelText('Social security number'), '123456789');
    const entries = [router.state.location];
    await next();
    await screen.findByRole('heading', { name: 'Professional Details' });
    entries.push(router.state.location);
    // A reload: the history stays, and the stored draft is read again.
    cleanup();
    serve({ 'GET /api/session': session({ kycStatus: 'not_started' }) });
    const again = show(<SignedIn />, { entries });
    await screen.findByRole('heading', { name: 'Professional Details' });
    await again.user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('heading', { name: 'Personal Information' })).toBeInTheDocument();
  });
  it('a session that ended costs no file: one signs in where one is, and the same application goes out', async () => {
    let signed = false;
    const sent: string[] = [];
    const link = { payloadUuid: 'u-1', qrCode: '/qr.png', deepLink: 'https://xaman.example/u-1', matchNumber: null };
    const answers = {
      'POST /api/kyc/submit': ({ body }: { body: unknown }) => {
        sent.push(String(body));
        return signed
          ? { status: 'approved', riskLevel: 'low', flags: [], reason: null }
          : problem(401, 'Please sign in');
      },
      'POST /api/auth/xumm-login': link,
      'GET /api/auth/xumm-status/u-1': () => {
        signed = true;
        return { authenticated: true, walletAddress: session().walletAddress, cancelled: false, expired: false };
      },
    };
    const agreed = { termsAccepted: true, privacyAccepted: true, riskDisclosureAccepted: true };
    const page = (
      <Widgets>
        <SignedIn />
      </Widgets>
    );
    const { user, next } = await toReview(answers, agreed, page);
    await next();
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
    await user.click(within(dialog).getByRole('button', { name: 'Sign in again' }));
    expect(await screen.findByRole('heading', { name: 'KYC Verification Successful' })).toBeInTheDocument();
    expect(sent).toHaveLength(2);
    for (const body of sent)
      for (const kind of ['idDocument', 'addressProof', 'incomeProof']) expect(body).toContain(`${kind}.pdf`);
  });
  it('Back to the review after Clear stays at the first step', async () => {
    const { user, router } = await toReview();
    await user.click(screen.getAllByRole('button', { name: 'Clear' })[0]!);
    await user.click(await screen.findByRole('button', { name: 'Clear everything' }));
    await screen.findByRole('heading', { name: 'Personal Information' });
    await act(() => router.navigate(-1));
    expect(screen.getByRole('heading', { name: 'Personal Information' })).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('undefined');
  });
  it('Back, the browser’s too, goes one step back', async () => {
    const { next, router } = await open(2);
    await next();
    await screen.findByRole('heading', { name: 'Document Upload' });
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: 'Professional Details' })).toBeInTheDocument();
    await act(() => router.navigate(1));
    await screen.findByRole('heading', { name: 'Document Upload' });
  });
  it('another wallet at this browser is shown nothing of the draft', async () => {
    keepApplication(1, PERSONAL);
    serve({ 'GET /api/session': session({ walletAddress: 'rSomebodyElse' }) });
    show(<SignedIn />, { at: '/kyc' });
    expect(await screen.findByLabelText('First name')).toHaveValue('');
  });
  const submitted = async (answer: object) => {
    const view = await toReview({
      'POST /api/kyc/submit': { riskLevel: 'low', flags: [], message: '', reason: null, ...answer },
    });
    await view.next();
    return view;
  };
  it.each([
    ['approved', 'KYC Verification Successful'],
    ['pending', 'Manual Review Required'],
  ])(
    'the result is shown, then one is taken to the dashboard without a click: %s',
    async (status, title) => {
      const { address } = await submitted({ status });
      await screen.findByRole('heading', { name: title });
      expect(screen.getByText(/Taking you to your dashboard in \d s/)).toBeInTheDocument();
      await waitFor(() => expect(address()).toBe('/dashboard'), { timeout: 15_000 });
    },
    30_000,
  );
  it('whoever wants to read it stays', async () => {
    const { user } = await submitted({ status: 'pending' });
    await screen.findByRole('heading', { name: 'Manual Review Required' });
    await user.click(screen.getByRole('button', { name: 'Stay here' }));
    expect(screen.queryByText(/Taking you to your dashboard/)).toBeNull();
  });
  it('a status that nobody knows is an error, and breaks nothing', async () => {
    await submitted({ status: 'on_hold' });
    expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeInTheDocument();
    expect(screen.getAllByText('Unable to process verification. Please try again later').length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
  it('a visitor signs in first, and comes back in the role that was chosen', async () => {
    serve({ 'GET /api/session': session({ walletAddress: null, userRole: null, kycStatus: null }) });
    const { address } = show(<SignedIn />, { at: '/kyc?role=landlord' });
    await waitFor(() => expect(address()).toBe(`/auth?from=${encodeURIComponent('/kyc?role=landlord')}`));
    const from = new URLSearchParams(address()!.split('?')[1]).get('from')!;
    cleanup();
    serve({ 'GET /api/session': session({ userRole: 'investor', kycStatus: 'not_started' }) });
    show(<SignedIn />, { at: from });
    expect(await screen.findByRole('button', { name: 'Landlord Registration' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
  it.each(['{broken', '[1]', '{"firstName":7}'])(
    'a draft that cannot be read (%s) is no reason for the page not to open',
    async (kept) => {
      serve({ 'GET /api/session': session({ kycStatus: 'not_started' }) });
      for (const key of ['step', 'formData']) localStorage.setItem(`kyc_${key}:${session().walletAddress}`, kept);
      show(<SignedIn />, { at: '/kyc' });
      expect(await screen.findByLabelText('First name')).toHaveValue('');
    },
  );
});

it('what is wrong in a step stands in a summary that is read out, and leads to each field', async () => {
  const { user, next } = await open(1);
  await user.clear(screen.getByLabelText('City'));
  await next();
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent('2 answers need your attention');
  await user.click(screen.getByRole('button', { name: 'Social security number' }));
  expect(screen.getByLabelText('Social security number')).toHaveFocus();
});
