import { AGREEMENT_TEXTS, isLatinName, KYC } from '@tknest/contracts/rules';

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
  /** A text with a minimum length; its error shows the current length. */
  atLeast?: number;
  /** Whether the field is asked at all, by the others' values; always if left out. */
  shown?(values: Values): boolean;
}
/** Fields that belong together, with a heading if a step has several groups. */
export interface FieldGroup {
  title?: string;
  fields: readonly FieldSpec[];
}

const same = (names: readonly string[]) => names.map((name) => [name, name] as const);

export const PERSONAL: readonly FieldSpec[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  {
    name: 'passportName',
    label: 'Name as in your passport (optional)',
    wide: true,
    hint: 'In Latin letters. Without it, an officer may first have to read your name',
    shown: ({ firstName = '', lastName = '' }) => !isLatinName(`${firstName} ${lastName}`),
  },
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
    title: 'Work and finances',
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

/** The fields that are asked, of a step or of one group. */
export const askedOf = (fields: readonly FieldSpec[], values: Values): readonly FieldSpec[] =>
  fields.filter(({ shown }) => !shown || shown(values));

export const DOCUMENTS = [
  { kind: 'idDocument', label: 'Government ID', required: true },
  { kind: 'addressProof', label: 'Proof of address', required: true },
  { kind: 'incomeProof', label: 'Proof of income', required: true },
  { kind: 'additionalDocs', label: 'Additional documents', required: false },
] as const;

/** The agreements, with links to their texts. */
export const AGREEMENTS = [
  { name: 'termsAccepted', before: 'I accept the ', text: AGREEMENT_TEXTS.terms, after: '' },
  { name: 'privacyAccepted', before: 'I accept the ', text: AGREEMENT_TEXTS.privacy, after: '' },
  {
    name: 'riskDisclosureAccepted',
    before: 'I have read the ',
    text: AGREEMENT_TEXTS.riskDisclosure,
    after: ': no returns are guaranteed',
  },
] as const;
