/** Limits and constants of identity verification (REQ-1.5.17, REQ-1.9.11, REQ-1.9.18). */
export const KYC = {
  documents: {
    required: ['idDocument', 'addressProof', 'incomeProof'],
    optional: ['additionalDocs'],
    extensions: ['.pdf', '.jpg', '.jpeg', '.png'],
    maxBytes: 10 * 1024 * 1024,
    /** The largest image that is drawn: width × height, in pixels, and its bytes once it is decoded. */
    maxPixels: 25_000_000,
    maxDecodedBytes: 100_000_000,
  },
  countries: ['United States', 'Canada', 'United Kingdom'],
  testCountries: ['United States', 'Canada', 'United Kingdom', 'Germany', 'France', 'Australia'],
  age: { min: 18, max: 120 },
  progress: { pending: 20, in_progress: 60, verified: 100, rejected: 0 },
  /** Delay before the state is refetched after a provider's page was opened (REQ-1.9.18), in milliseconds. */
  askAgainAfter: 5_000,
  /** Delay before the redirect after an approved test application (REQ-1.4.20), in milliseconds. */
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

/** The compliance desk. */
export const DESK = {
  /** Minimum length of a decision's reason, in characters: one sentence. */
  reasonMin: 20,
  reasonMax: 2000,
  /** Maximum length of an answer to a question of the desk, in characters. */
  answerMax: 5000,
  answerDocuments: 5,
  /** Cases decided within this many days count for the median. */
  medianDays: 30,
} as const;

/** The specification's labels by ISO 3166-1 code. */
const COUNTRY_LABELS: Readonly<Record<string, string>> = {
  US: 'United States',
  CA: 'Canada',
  GB: 'United Kingdom',
  DE: 'Germany',
  FR: 'France',
  AU: 'Australia',
};

/** The ISO 3166-1 alpha-2 code of a label of the specification, or of a code; anything else is returned unchanged. */
export function countryCodeOf(given: string): string {
  const text = given.trim();
  const labelled = Object.entries(COUNTRY_LABELS).find(([, label]) => label.toLowerCase() === text.toLowerCase());
  return labelled?.[0] ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text);
}

/** Whole years between a birth date and a day, both YYYY-MM-DD; NaN if the birth date is not a valid date. */
export function ageOn(dateOfBirth: string, day: string): number {
  const at = new Date(`${dateOfBirth}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== dateOfBirth) return NaN;
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
