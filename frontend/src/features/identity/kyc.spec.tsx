import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Agreements } from '@tknest/contracts/api';
import { AGREEMENT_VERSIONS, KYC } from '@tknest/contracts/rules';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session } from '../../../test/server';
import { keepApplication } from '../../../test/drafts';
import { problemsOf } from '../../shared/form/contract-resolver';
import { useSessionQuery } from '../../shared/session/api';
import type { Values } from './kyc-form';
import { errorsOf } from './use-application';
import KycPage from './pages/kyc-page';

const PERSON: Values = {
  firstName: 'Petra',
  lastName: 'Placeholder',
  dateOfBirth: '1984-02-03',
  phoneNumber: '+1 555 0100 300',
  email: 'petra@example.com',
  ssn: '219099999',
  address: '44 Example Avenue',
  city: 'Springfield',
  state: 'Illinois',
  zipCode: '62701',
  country: KYC.countries[0],
};
const OWNER: Values = {
  businessType: 'individual',
  taxId: '912345678',
  yearsInRealEstate: '6',
  totalProperties: '2',
  totalRentalIncome: '60000',
  propertyManagementExperience: 'Six years of letting',
  bankName: 'Example Bank',
  accountNumber: '00011122',
  routingNumber: '021000021',
};
const BUYER: Values = {
  occupation: 'Teacher',
  employer: 'Example School',
  annualIncome: '60000',
  netWorth: '0',
  investmentExperience: 'beginner',
  riskTolerance: 'moderate',
  investmentGoals: 'A second income for me',
  liquidityNeeds: '1year',
  expectedInvestmentAmount: '2000',
};

beforeEach(() => {
  localStorage.clear();
  serve({ 'GET /api/session': session({ kycStatus: 'not_started' }) });
});
afterEach(cleanup);

describe('document 1 §5, KYC fields', () => {
  const cases: [
    type: 'personal' | 'landlord' | 'investor',
    field: string,
    bad: string,
    good: string,
    message: string,
  ][] = [
    ['personal', 'firstName', 'P', 'Pe', 'First name must be at least 2 characters'],
    ['personal', 'lastName', 'P', 'Pl', 'Last name must be at least 2 characters'],
    ['personal', 'dateOfBirth', '', '1984-02-03', 'Date of birth is required'],
    ['personal', 'phoneNumber', '555010030', '5550100300', 'Valid phone number required'],
    ['personal', 'email', 'petra@', 'petra@example.com', 'Valid email address required'],
    ['personal', 'address', '44 Examp', '44 Example', 'Complete address required'],
    ['personal', 'city', 'S', 'Sp', 'City is required'],
    ['personal', 'state', 'I', 'IL', 'State is required'],
    ['personal', 'zipCode', '6270', '62701', 'Valid ZIP code required'],
    ['personal', 'ssn', '21909999', '219099999', 'Valid SSN required'],
    ['landlord', 'taxId', '91234567', '912345678', 'Valid tax ID required'],
    ['landlord', 'yearsInRealEstate', '-1', '0', 'Years in real estate must be 0 or more'],
    ['landlord', 'totalProperties', '0', '1', 'Must own at least 1 property'],
    ['landlord', 'totalRentalIncome', '-1', '0', 'Rental income must be 0 or more'],
    [
      'landlord',
      'propertyManagementExperience',
      'Six years',
      'Six years.',
      'Describe your experience in at least 10 characters',
    ],
    ['landlord', 'bankName', 'E', 'EB', 'Bank name is required'],
    ['landlord', 'accountNumber', '0001112', '00011122', 'Valid account number required'],
    ['landlord', 'routingNumber', '02100002', '021000021', 'Valid routing number required'],
    ['investor', 'occupation', 'T', 'TA', 'Occupation is required'],
    ['investor', 'employer', 'E', 'EX', 'Employer is required'],
    ['investor', 'annualIncome', '0', '1', 'Annual income is required'],
    ['investor', 'netWorth', '-1', '0', 'Net worth must be 0 or more'],
    [
      'investor',
      'investmentGoals',
      'A second income, to',
      'A second income, too',
      'Describe your goals in at least 20 characters',
    ],
    ['investor', 'expectedInvestmentAmount', '99', '100', 'Minimum investment is $100'],
  ];
  it.each(cases)('%s, %s: "%s" is refused, "%s" is enough', (type, field, bad, good, message) => {
    const whole = { personal: PERSON, landlord: OWNER, investor: BUYER }[type];
    expect(errorsOf(type, whole)).toEqual({});
    expect(errorsOf(type, { ...whole, [field]: bad })).toEqual({ [field]: message });
    expect(errorsOf(type, { ...whole, [field]: good })).toEqual({});
  });
});

it('who agreed to an older version than the one in force is told to read it again', () => {
  const all = { termsAccepted: true, privacyAccepted: true, riskDisclosureAccepted: true };
  expect(problemsOf(Agreements, all)).toEqual({});
  expect(problemsOf(Agreements, { ...all, agreementVersions: AGREEMENT_VERSIONS })).toEqual({});
  expect(problemsOf(Agreements, { ...all, agreementVersions: 'terms 0.9' })).toEqual({
    agreementVersions: 'These texts have changed since you opened this page. Reload it and read them again.',
  });
});

/** The page as in the program: only after the session is known. */
function Known() {
  const { data } = useSessionQuery();
  return data ? <KycPage /> : null;
}

describe('document 1 §4 and §9, the application', () => {
  const next = () => screen.getByRole('button', { name: 'Continue' });

  /** The application at a step, with everything before it filled in. */
  async function at(step: number, { role = 'investor', agreed = false } = {}) {
    const accepted = { termsAccepted: true, privacyAccepted: true, riskDisclosureAccepted: true };
    keepApplication(step, { ...PERSON, ...BUYER, ...OWNER, ...(agreed ? accepted : {}) });
    const view = show(<Known />, { at: `/kyc?role=${role}` });
    await screen.findByRole('heading', { name: 'KYC application' });
    return view;
  }

  const file = (name: string, size = 8) => new File(['%PDF-1.4'.padEnd(size)], name, { type: 'application/pdf' });

  const dropOf = (label: string) => screen.getByLabelText(label, { selector: 'input' });
  async function upload(user: Awaited<ReturnType<typeof at>>['user']) {
    for (const label of ['Government ID', 'Proof of address', 'Proof of income'])
      await user.upload(dropOf(label), file(`${label}.pdf`));
  }

  it('step 1 names what is wrong, and the first such field has the focus', async () => {
    const { user } = await at(1);
    await user.clear(screen.getByLabelText('Last name'));
    await user.click(next());
    expect(await screen.findByText('Last name must be at least 2 characters')).toBeInTheDocument();
    expect(screen.getByLabelText('Last name')).toHaveFocus();
    expect(screen.getByText('Step 1 of 4')).toBeInTheDocument();
  });

  it("'Missing Documents', 'Please upload:' and the list; then what is still needed shrinks", async () => {
    const { user } = await at(3);
    await user.upload(dropOf('Proof of address'), file('proof.pdf'));
    await user.click(next());
    expect(await screen.findByText('Missing Documents')).toBeInTheDocument();
    expect(
      screen.getByText('Please upload: Government ID, Proof of income', { selector: '.toast p' }),
    ).toBeInTheDocument();
    await user.upload(dropOf('Government ID'), file('passport.pdf'));
    expect(screen.getByText('Missing Documents.').parentElement).toHaveTextContent(
      'Missing Documents. Please upload: Proof of income',
    );
    expect(screen.getAllByText('Missing')).toHaveLength(1);
  });

  it('a file of another kind, or a larger one, is refused before anything is sent', async () => {
    const { user } = await at(3);
    const field = dropOf('Government ID');
    field.removeAttribute('accept');
    await user.upload(field, file('passport.exe'));
    expect(await screen.findByText('passport.exe is not a PDF, JPG or PNG file')).toBeInTheDocument();
    await user.upload(field, file('passport.pdf', KYC.documents.maxBytes + 1));
    expect(await screen.findByText('passport.pdf is larger than 10MB')).toBeInTheDocument();
  });

  it("'Agreements Required: Please accept all terms and agreements to proceed'; nothing is sent", async () => {
    const { user } = await at(3);
    await typeSecrets(user);
    await upload(user);
    await user.click(next());
    await user.click(await screen.findByRole('button', { name: 'Submit application' }));
    expect(await screen.findByText('Agreements Required')).toBeInTheDocument();
    expect(screen.getByText('Please accept all terms and agreements to proceed')).toBeInTheDocument();
    expect(calls.some(({ path }) => path === '/api/kyc/submit')).toBe(false);
  });

  it.each([
    [
      { status: 'approved', reason: null },
      'KYC Verification Successful',
      'You are verified as an investor. You can now buy tokens and receive rent shares.',
    ],
    [
      { status: 'rejected', reason: null },
      'KYC Verification Failed',
      'Your application cannot be approved at this time',
    ],
    [{ status: 'rejected', reason: 'The document has expired' }, 'KYC Verification Failed', 'The document has expired'],
    [
      { status: 'pending', reason: null },
      'Manual Review Required',
      'Your application is reviewed by a person within 2-3 business days.',
    ],
    [
      { status: 'pending', reason: 'Two people share this name' },
      'Manual Review Required',
      'Two people share this name',
    ],
  ])('%j: "Processing KYC Verification", then "%s": %s', async (answer, title, text) => {
    const { user } = await at(3, { agreed: true });
    await typeSecrets(user);
    await upload(user);
    await user.click(next());
    let finish!: (answer: unknown) => void;
    serve({
      'GET /api/session': session(),
      'POST /api/kyc/submit': () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Submit application' }));
    expect(await screen.findByText('Processing KYC Verification')).toBeInTheDocument();
    await waitFor(() => expect(finish).toBeDefined());
    finish({ riskLevel: 'low', flags: [], message: '', ...answer });
    // First, because a notice disappears after five seconds.
    expect((await screen.findByText(title, { selector: '.toast strong' })).parentElement).toHaveTextContent(text);
    const heading = await screen.findByRole('heading', { name: title });
    expect(heading.closest('section')).toHaveTextContent(text);
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it.each([
    [() => problem(503, 'The provider does not answer'), 'The provider does not answer'],
    [
      () => Promise.reject(new TypeError('Failed to fetch')),
      'The server cannot be reached. Please check your connection.',
    ],
  ])(
    "'Verification Failed' with the server's message; Try again leads back to what was filled in",
    async (answer, text) => {
      const { user } = await at(3, { agreed: true });
      await typeSecrets(user);
      await upload(user);
      await user.click(next());
      serve({ 'GET /api/session': session(), 'POST /api/kyc/submit': answer });
      await user.click(await screen.findByRole('button', { name: 'Submit application' }));
      expect(
        (await screen.findByRole('heading', { name: 'Verification Failed' })).closest('section'),
      ).toHaveTextContent(text);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('Petra Placeholder')).toBeInTheDocument();
    },
  );

  it("Clear empties the device: 'Saved Data Cleared'", async () => {
    const { user } = await at(2);
    // One in the header, on phones one in the note: never both visible.
    await user.click(screen.getAllByRole('button', { name: 'Clear' })[0]!);
    await user.click(await screen.findByRole('button', { name: 'Clear everything' }));
    expect(await screen.findByText('Saved Data Cleared')).toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('');
    expect(JSON.stringify({ ...localStorage })).not.toContain('Petra');
  });

  it('keeps what is typed under keys that begin with kyc_, but never the four numbers', async () => {
    await at(2, { role: 'landlord' });
    for (const [label, value] of [
      ['Tax ID', '912345678'],
      ['Account number', '00099988877'],
      ['Routing number', '021000021'],
      ['Bank name', 'Another Bank'],
    ] as const)
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Another Bank'));
    const kept = JSON.stringify({ ...localStorage });
    for (const secret of ['912345678', '00099988877', '021000021', '219099999']) expect(kept).not.toContain(secret);
    expect(Object.keys(localStorage).every((key) => key.startsWith('kyc_'))).toBe(true);
  });

  /** Numbers are never stored, so they must be typed again after a reload: back to step 1, and forward again. */
  async function typeSecrets(user: Awaited<ReturnType<typeof at>>['user']) {
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    fireEvent.change(screen.getByLabelText('Social security number'), { target: { value: '219099999' } });
    await user.click(next());
    await screen.findByRole('heading', { name: 'Professional Details' });
    await user.click(next());
    await screen.findByRole('heading', { name: 'Document Upload' });
  }
});
