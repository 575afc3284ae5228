import { InvestorInfo, LandlordInfo, PersonalInfo } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { keepDraft, readKept, readText } from '../../shared/drafts';
import { problemsOf, resolveWith, type Problems } from '../../shared/form/contract-resolver';
import { useDraft } from '../../shared/form/use-draft';
import { useWizard } from '../../shared/wizard/use-wizard';

export type UserType = 'investor' | 'landlord';
export type Values = Record<string, string>;

export interface FieldSpec {
  name: string;
  label: string;
  type?: 'text' | 'date' | 'email' | 'tel' | 'number' | 'money' | 'select' | 'segments' | 'textarea' | 'secret';
  options?: readonly (readonly [string, string])[];
  wide?: boolean;
  autoComplete?: string;
  hint?: string;
  placeholder?: string;
  /** A text with a minimum: how far it is stands in its error. */
  atLeast?: number;
}
/** Fields that belong together, under a heading of their own where a step has several. */
export interface FieldGroup {
  title?: string;
  fields: readonly FieldSpec[];
}

const STEPS = 4;
const same = (names: readonly string[]) => names.map((name) => [name, name] as const);

export const PERSONAL: readonly FieldSpec[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { name: 'dateOfBirth', label: 'Date of birth', type: 'date', autoComplete: 'bday' },
  { name: 'phoneNumber', label: 'Phone number', type: 'tel', autoComplete: 'tel' },
  { name: 'email', label: 'Email', type: 'email', wide: true, autoComplete: 'email' },
  { name: 'address', label: 'Address', wide: true, autoComplete: 'street-address', placeholder: 'Street and number' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'zipCode', label: 'ZIP code', autoComplete: 'postal-code' },
  { name: 'country', label: 'Country', type: 'select', options: same(KYC.countries) },
  {
    name: 'ssn',
    label: 'Social security number',
    type: 'secret',
    wide: true,
    hint: 'Sent encrypted, never stored in this browser',
  },
];

const YES_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

export const LANDLORD: readonly FieldGroup[] = [
  {
    title: 'Business',
    fields: [
      { name: 'businessName', label: 'Business name (optional)', autoComplete: 'organization' },
      {
        name: 'businessType',
        label: 'Business type',
        type: 'select',
        options: [
          ['individual', 'Individual'],
          ['llc', 'LLC'],
          ['corporation', 'Corporation'],
          ['partnership', 'Partnership'],
        ],
      },
      { name: 'taxId', label: 'Tax ID', type: 'secret', hint: 'Never stored in this browser' },
      { name: 'yearsInRealEstate', label: 'Years in real estate', type: 'number', hint: '0 is fine' },
      { name: 'totalProperties', label: 'Total properties', type: 'number' },
      { name: 'totalRentalIncome', label: 'Total rental income', type: 'money', hint: 'A year' },
      {
        name: 'propertyManagementExperience',
        label: 'Property management experience',
        type: 'textarea',
        wide: true,
        atLeast: 10,
      },
    ],
  },
  {
    title: 'Bank account',
    fields: [
      { name: 'bankName', label: 'Bank name', wide: true },
      { name: 'accountNumber', label: 'Account number', type: 'secret', hint: 'Never stored in this browser' },
      { name: 'routingNumber', label: 'Routing number', type: 'secret', hint: 'Never stored in this browser' },
    ],
  },
];

export const INVESTOR: readonly FieldGroup[] = [
  {
    title: 'Work and means',
    fields: [
      { name: 'occupation', label: 'Occupation', autoComplete: 'organization-title' },
      { name: 'employer', label: 'Employer', autoComplete: 'organization' },
      { name: 'annualIncome', label: 'Annual income', type: 'money' },
      { name: 'netWorth', label: 'Net worth', type: 'money' },
    ],
  },
  {
    title: 'Investing',
    fields: [
      {
        name: 'investmentExperience',
        label: 'Investment experience',
        type: 'select',
        options: [
          ['none', 'None'],
          ['beginner', 'Beginner'],
          ['intermediate', 'Intermediate'],
          ['advanced', 'Advanced'],
        ],
      },
      {
        name: 'liquidityNeeds',
        label: 'Liquidity needs',
        type: 'select',
        options: [
          ['immediate', 'Immediate'],
          ['6months', '6 months'],
          ['1year', '1 year'],
          ['5years', '5 years'],
          ['10years', '10 years'],
        ],
      },
      {
        name: 'riskTolerance',
        label: 'Risk tolerance',
        type: 'segments',
        wide: true,
        options: [
          ['conservative', 'Conservative'],
          ['moderate', 'Moderate'],
          ['aggressive', 'Aggressive'],
        ],
      },
      {
        name: 'previousRealEstateInvestment',
        label: 'Invested in real estate before',
        type: 'segments',
        options: YES_NO,
      },
      { name: 'cryptoExperience', label: 'Used a crypto wallet before', type: 'segments', options: YES_NO },
      { name: 'investmentGoals', label: 'Investment goals', type: 'textarea', wide: true, atLeast: 20 },
      { name: 'expectedInvestmentAmount', label: 'Expected investment amount', type: 'money' },
    ],
  },
];

/** The groups of a type's second step, and every step's fields in one list. */
export const PROFESSIONAL: Record<UserType, readonly FieldGroup[]> = { landlord: LANDLORD, investor: INVESTOR };
export const fieldsOf = (type: 'personal' | UserType): readonly FieldSpec[] =>
  type === 'personal' ? PERSONAL : PROFESSIONAL[type].flatMap(({ fields }) => fields);

export const DOCUMENTS = [
  { kind: 'idDocument', label: 'Government ID', required: true },
  { kind: 'addressProof', label: 'Proof of address', required: true },
  { kind: 'incomeProof', label: 'Proof of income', required: true },
  { kind: 'additionalDocs', label: 'Additional documents', required: false },
] as const;

/** What is agreed to; the linked words lead to where it stands. */
export const AGREEMENTS = [
  { name: 'termsAccepted', before: 'I accept the ', linked: 'terms of service', to: '/terms', after: '' },
  { name: 'privacyAccepted', before: 'I accept the ', linked: 'privacy policy', to: '/terms#identity', after: '' },
  {
    name: 'riskDisclosureAccepted',
    before: 'I have read the ',
    linked: 'risk disclosure',
    to: '/terms#participation',
    after: ': no returns are guaranteed',
  },
] as const;

/** Never stored in the browser, whatever else of a draft is. */
const NEVER_STORED = new Set(
  [...PERSONAL, ...fieldsOf('landlord')].filter(({ type }) => type === 'secret').map(({ name }) => name),
);

const DEFAULTS: Values = {
  country: KYC.countries[0],
  businessType: 'individual',
  investmentExperience: 'beginner',
  riskTolerance: 'moderate',
  liquidityNeeds: '1year',
  previousRealEstateInvestment: 'false',
  cryptoExperience: 'false',
};

/** Messages by field, from the very rules the server holds. */
export function errorsOf(type: 'personal' | UserType, values: Values): Problems {
  const target = { personal: PersonalInfo, landlord: LandlordInfo, investor: InvestorInfo }[type] as new () => object;
  const own = new Set(fieldsOf(type).map(({ name }) => name));
  return problemsOf(
    target,
    Object.fromEntries(Object.entries(values).filter(([name, value]) => own.has(name) && value !== '')),
  );
}

/** The application as it is filled in: every field's text, the type, and what was agreed to. */
export type Application = Values & { userType: UserType };
const ofWallet = (what: string, wallet: string) => `kyc_${what}:${wallet}`;

/** What was kept, but for values that a field cannot hold. */
function keptApplication(key: string, asked: UserType | null): Application {
  const kept = Object.entries(readKept(key)).filter(([name, value]) =>
    AGREEMENTS.some((one) => one.name === name) ? typeof value === 'boolean' : typeof value === 'string',
  );
  const application = { ...DEFAULTS, userType: 'investor', ...Object.fromEntries(kept) } as Application;
  return { ...application, userType: asked ?? (application.userType === 'landlord' ? 'landlord' : 'investor') };
}

/**
 * The last step that may stand there: no review over an empty form. The numbers that are never kept do not count, nor
 * do files: what is missing of them is asked for when the application is sent.
 */
function furthestStep(values: Application): number {
  const complete = (type: 'personal' | UserType) =>
    Object.keys(errorsOf(type, values)).every((name) => NEVER_STORED.has(name));
  if (!complete('personal')) return 1;
  return complete(values.userType) ? STEPS : 2;
}

/**
 * The application's form. Step, data, type and agreements are kept on this device under keys that begin with kyc_
 * (D1 §4), for this wallet alone, but for the four numbers that never are.
 */
export function useApplication(wallet: string, asked: UserType | null) {
  const key = ofWallet('formData', wallet);
  const form = useForm<Application>({
    defaultValues: keptApplication(key, asked),
    resolver: resolveWith((values) => ({ ...errorsOf('personal', values), ...errorsOf(values.userType, values) })),
  });
  const { forget } = useDraft(form, key, (values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !NEVER_STORED.has(name))),
  );
  const values = useWatch({ control: form.control }) as unknown as Application;
  const wizard = useWizard(furthestStep(values), Number(readText(ofWallet('step', wallet))) || 1);
  useEffect(() => keepDraft(ofWallet('step', wallet), String(wizard.step)), [wallet, wizard.step]);
  const clear = () => {
    form.reset({ ...DEFAULTS, userType: form.getValues('userType') } as Application);
    forget();
    localStorage.removeItem(ofWallet('step', wallet));
  };
  return { form, values, ...wizard, clear };
}
