import { InvestorInfo, LandlordInfo, messagesOf, PersonalInfo } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { useEffect, useState } from 'react';
import { keepDraft, readKept } from '../../shared/drafts';

export type UserType = 'investor' | 'landlord';
export type Values = Record<string, string>;

export interface FieldSpec {
  name: string;
  label: string;
  type?: 'text' | 'date' | 'email' | 'tel' | 'number' | 'select' | 'textarea' | 'checkbox' | 'password';
  options?: readonly (readonly [string, string])[];
  wide?: boolean;
  autoComplete?: string;
}

const same = (names: readonly string[]) => names.map((name) => [name, name] as const);

export const PERSONAL: readonly FieldSpec[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
  { name: 'dateOfBirth', label: 'Date of birth', type: 'date', autoComplete: 'bday' },
  { name: 'phoneNumber', label: 'Phone number', type: 'tel', autoComplete: 'tel' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'ssn', label: 'Social security number', type: 'password', autoComplete: 'off' },
  { name: 'address', label: 'Address', wide: true, autoComplete: 'street-address' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'zipCode', label: 'ZIP code', autoComplete: 'postal-code' },
  { name: 'country', label: 'Country', type: 'select', options: same(KYC.countries) },
];

export const LANDLORD: readonly FieldSpec[] = [
  { name: 'businessName', label: 'Business name (optional)' },
  { name: 'businessType', label: 'Business type', type: 'select', options: [['individual', 'Individual'], ['llc', 'LLC'], ['corporation', 'Corporation'], ['partnership', 'Partnership']] },
  { name: 'taxId', label: 'Tax ID', type: 'password' },
  { name: 'yearsInRealEstate', label: 'Years in real estate', type: 'number' },
  { name: 'totalProperties', label: 'Properties owned', type: 'number' },
  { name: 'totalRentalIncome', label: 'Yearly rental income', type: 'number' },
  { name: 'propertyManagementExperience', label: 'Property management experience', type: 'textarea', wide: true },
  { name: 'bankName', label: 'Bank name' },
  { name: 'accountNumber', label: 'Account number', type: 'password' },
  { name: 'routingNumber', label: 'Routing number', type: 'password' },
];

export const INVESTOR: readonly FieldSpec[] = [
  { name: 'occupation', label: 'Occupation' },
  { name: 'employer', label: 'Employer' },
  { name: 'annualIncome', label: 'Annual income', type: 'number' },
  { name: 'netWorth', label: 'Net worth', type: 'number' },
  { name: 'investmentExperience', label: 'Investment experience', type: 'select', options: [['none', 'None'], ['beginner', 'Beginner'], ['intermediate', 'Intermediate'], ['advanced', 'Advanced']] },
  { name: 'riskTolerance', label: 'Risk tolerance', type: 'select', options: [['conservative', 'Conservative'], ['moderate', 'Moderate'], ['aggressive', 'Aggressive']] },
  { name: 'investmentGoals', label: 'Investment goals', type: 'textarea', wide: true },
  { name: 'liquidityNeeds', label: 'Liquidity needs', type: 'select', options: [['immediate', 'Immediate'], ['6months', '6 months'], ['1year', '1 year'], ['5years', '5 years'], ['10years', '10 years']] },
  { name: 'expectedInvestmentAmount', label: 'Expected investment amount', type: 'number' },
  { name: 'previousRealEstateInvestment', label: 'I have invested in real estate before', type: 'checkbox', wide: true },
  { name: 'cryptoExperience', label: 'I have used a crypto wallet before', type: 'checkbox', wide: true },
];

export const DOCUMENTS = [
  { kind: 'idDocument', label: 'ID document', required: true },
  { kind: 'addressProof', label: 'Address proof', required: true },
  { kind: 'incomeProof', label: 'Income proof', required: true },
  { kind: 'additionalDocs', label: 'Additional documents', required: false },
] as const;

export const AGREEMENTS = [
  { name: 'termsAccepted', label: 'I accept the terms of service' },
  { name: 'privacyAccepted', label: 'I accept the privacy policy' },
  { name: 'riskDisclosureAccepted', label: 'I have read the risk disclosure' },
] as const;

/** Never stored in the browser, whatever else of a draft is. */
const NEVER_STORED = new Set(['ssn', 'taxId', 'accountNumber', 'routingNumber']);

const DEFAULTS: Values = { country: KYC.countries[0], businessType: 'individual', investmentExperience: 'beginner', riskTolerance: 'moderate', liquidityNeeds: '1year' };

/** Messages by field, from the very rules the server holds. */
export function errorsOf(type: 'personal' | UserType, values: Values): Values {
  const target = { personal: PersonalInfo, landlord: LandlordInfo, investor: InvestorInfo }[type] as new () => object;
  const own = new Set((type === 'personal' ? PERSONAL : type === 'landlord' ? LANDLORD : INVESTOR).map(({ name }) => name));
  const input = Object.fromEntries(Object.entries(values).filter(([name, value]) => own.has(name) && value !== ''));
  const errors = validateSync(plainToInstance(target, input, { exposeDefaultValues: true }));
  return Object.fromEntries(errors.map(({ property, constraints }) => [property, messagesOf(constraints)[0] ?? 'Please check this field']));
}

const of = (key: string) => `kyc_${key}`;
/** A kept text of one word; null where there is none. */
const word = (key: string): string | null => {
  try {
    return localStorage.getItem(of(key));
  } catch {
    return null;
  }
};
const kept = <T>(key: string, kind: 'string' | 'boolean') => Object.fromEntries(Object.entries(readKept(of(key))).filter(([, value]) => typeof value === kind)) as Record<string, T>;

/** Step, data, type and agreements are kept under keys that begin with kyc_ (D1 §4), but for the four numbers that never are. */
export function useKycDraft(initial: UserType | null) {
  const [step, setStep] = useState(() => Math.min(4, Math.max(1, Math.floor(Number(word('step')) || 1))));
  const [userType, setUserType] = useState<UserType>(() => initial ?? (word('userType') === 'landlord' ? 'landlord' : 'investor'));
  const [values, setValues] = useState<Values>(() => ({ ...DEFAULTS, ...kept<string>('formData', 'string') }));
  const [agreements, setAgreements] = useState(() => kept<boolean>('agreements', 'boolean'));
  useEffect(() => {
    keepDraft(of('step'), step);
    keepDraft(of('userType'), userType);
    keepDraft(of('formData'), Object.fromEntries(Object.entries(values).filter(([name]) => !NEVER_STORED.has(name))));
    keepDraft(of('agreements'), agreements);
  }, [step, userType, values, agreements]);
  const clear = () => {
    for (const key of ['step', 'userType', 'formData', 'agreements']) localStorage.removeItem(of(key));
    setStep(1);
    setValues(DEFAULTS);
    setAgreements({});
  };
  return { step, setStep, userType, setUserType, values, setValues, agreements, setAgreements, clear };
}
