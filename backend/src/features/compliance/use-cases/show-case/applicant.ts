import type { ComplianceCaseView } from '@tknest/contracts/api';
import type { SealedApplication } from '../../../identity/identity.public.js';
import type { ScreeningSubject } from '../../../screening/screening.public.js';

const inWords = (value: unknown) => (value === true ? 'Yes' : value === false ? 'No' : String(value));

type Applicant = ComplianceCaseView['applicant'];

const SECRET = new Set(['ssn', 'taxId', 'accountNumber', 'routingNumber']);
/** `dateOfBirth` as a person reads it: "Date of birth". */
const labelOf = (field: string) => {
  const words = field.replace(/([A-Z])/g, ' $1').toLowerCase();
  return field === 'ssn' ? 'SSN' : words[0]!.toUpperCase() + words.slice(1);
};

/** What the case shows of its applicant: as entered, and what was screened where no form was handed in. */
export function applicantOf(form: SealedApplication | undefined, subjects: readonly ScreeningSubject[]): Applicant {
  const [person] = subjects;
  const entered = form ? { ...form.personal, ...form.details } : {};
  const fields = Object.entries(entered)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([field, value]) => ({ label: labelOf(field), value: inWords(value) }));
  return {
    name: form ? `${form.personal.firstName} ${form.personal.lastName}` : (person?.names[0] ?? 'Not known'),
    birthDate: form?.personal.dateOfBirth ?? person?.birthDate?.value ?? null,
    countries: [...new Set(subjects.flatMap(({ countries }) => countries))],
    fields,
  };
}

const masked = (value: string) => value.replace(/[\p{L}\p{N}]/gu, '•');
const lastFour = (value: string) => `•••• ${value.replace(/[^\p{L}\p{N}]/gu, '').slice(-4)}`;

/** For who reads the record only: that something was entered, not what; of the numbers their last four. */
export function maskedApplicant(applicant: Applicant): Applicant {
  const secret = new Set([...SECRET].map(labelOf));
  return {
    name: masked(applicant.name),
    birthDate: applicant.birthDate && `••••-••-••`,
    countries: [],
    fields: applicant.fields.map(({ label, value }) => ({
      label,
      value: secret.has(label) ? lastFour(value) : masked(value),
    })),
  };
}
