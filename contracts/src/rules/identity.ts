/** Limits and constants of identity verification (D1 §2, §5, §9). */
export const KYC = {
  documents: {
    required: ['idDocument', 'addressProof', 'incomeProof'],
    optional: ['additionalDocs'],
    extensions: ['.pdf', '.jpg', '.jpeg', '.png'],
    maxBytes: 10 * 1024 * 1024,
    /** Of an image that is drawn: width × height. */
    maxPixels: 50_000_000,
  },
  countries: ['United States', 'Canada', 'United Kingdom'],
  testCountries: ['United States', 'Canada', 'United Kingdom', 'Germany', 'France', 'Australia'],
  age: { min: 18, max: 120 },
  progress: { pending: 20, in_progress: 60, verified: 100, rejected: 0 },
  /** After a provider's page was opened, the state is asked for again (D1 §9), milliseconds. */
  askAgainAfter: 5_000,
  /** After an approved test application one is led on (D1 §4), milliseconds. */
  testRedirectAfter: 2_000,
  testScenarios: [
    'approved_low_risk',
    'approved_medium_risk',
    'pending_manual_review',
    'rejected_sanctions',
    'rejected_high_risk',
  ],
  providers: ['persona', 'sumsub'],
  /** People are notified this many days before their verification ends, last on the day before. */
  expiryNoticeDays: [30, 7, 1],
} as const;

/** The case desk. */
export const DESK = {
  /** What a decision's reason has at least, characters: one sentence that says why. */
  reasonMin: 20,
  reasonMax: 2000,
  /** An answer to a question of the desk, characters. */
  answerMax: 5000,
  answerDocuments: 5,
  /** Cases that were decided within this many days count for the median. */
  medianDays: 30,
} as const;

/** The documents' labels by ISO 3166-1 code. */
const COUNTRY_LABELS: Readonly<Record<string, string>> = {
  US: 'United States',
  CA: 'Canada',
  GB: 'United Kingdom',
  DE: 'Germany',
  FR: 'France',
  AU: 'Australia',
};

/** The ISO 3166-1 alpha-2 code of a label of the documents, or of a code; anything else is given back as it is. */
export function countryCodeOf(given: string): string {
  const text = given.trim();
  const labelled = Object.entries(COUNTRY_LABELS).find(([, label]) => label.toLowerCase() === text.toLowerCase());
  return labelled?.[0] ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text);
}

/** Whole years between a birth date and a day, both YYYY-MM-DD; NaN where the birth date is no day of the calendar. */
export function ageOn(dateOfBirth: string, day: string): number {
  const at = new Date(`${dateOfBirth}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== dateOfBirth) return NaN;
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
