import { SECRET_FIELDS, type ComplianceCaseView, type SecretField } from '@tknest/contracts/api';
import { birthInWords, countryInWords } from '@tknest/contracts/papers';
import { capitalized } from '@tknest/contracts/words';
import type { SealedApplication } from '#features/identity/module.public.js';
import type { ScreeningSubject } from '#features/screening/module.public.js';

const MONEY = new Set(['annualIncome', 'netWorth', 'expectedInvestmentAmount', 'totalRentalIncome']);
/** Answers chosen from a list, of which the form keeps a key such as `1year`. */
const CHOSEN = new Set(['investmentExperience', 'riskTolerance', 'liquidityNeeds', 'businessType']);

function inWords(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (MONEY.has(field)) return `$${Number(value).toLocaleString('en-US')}`;
  if (CHOSEN.has(field)) return text === 'llc' ? 'LLC' : capitalized(text.replace(/^(\d+)/, '$1 '));
  if (field === 'dateOfBirth') return birthInWords(text);
  if (field === 'country') return countryInWords(text);
  return text;
}

type Applicant = ComplianceCaseView['applicant'];

const secretOf = (field: string): SecretField | null => SECRET_FIELDS.find((one) => one === field) ?? null;
/** `dateOfBirth` as a label: "Date of birth". */
const labelOf = (field: string) =>
  field === 'ssn'
    ? 'SSN'
    : field === 'zipCode'
      ? 'ZIP code'
      : capitalized(field.replace(/([A-Z])/g, ' $1').toLowerCase());

/**
 * The applicant's details in a case, as entered, with only the last four characters of numbers; without a form, the
 * details that were screened.
 */
export function applicantOf(form: SealedApplication | undefined, subjects: readonly ScreeningSubject[]): Applicant {
  const [person] = subjects;
  const entered = form ? { ...form.personal, ...form.details } : {};
  const fields = Object.entries(entered)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([field, value]) => {
      const secret = secretOf(field);
      return { label: labelOf(field), value: secret ? lastFour(String(value)) : inWords(field, value), secret };
    });
  return {
    name: form ? `${form.personal.firstName} ${form.personal.lastName}` : (person?.names[0] ?? 'Not known'),
    birthDate: form?.personal.dateOfBirth ?? person?.birthDate?.value ?? null,
    countries: [...new Set(subjects.flatMap(({ countries }) => countries))],
    fields,
  };
}

const masked = (value: string) => value.replace(/[\p{L}\p{N}]/gu, '•');
const lastFour = (value: string) => `•••• ${value.replace(/[^\p{L}\p{N}]/gu, '').slice(-4)}`;

/** For auditors: shows that something was entered, but not what; of numbers, the last four characters. */
export function maskedApplicant(applicant: Applicant): Applicant {
  return {
    name: masked(applicant.name),
    birthDate: applicant.birthDate && `••••-••-••`,
    countries: [],
    fields: applicant.fields.map(({ label, value, secret }) => ({
      label,
      value: secret ? value : masked(value),
      secret,
    })),
  };
}
