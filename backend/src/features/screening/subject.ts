import { foldName } from './matching/words.js';

/** Who is screened: every name of a person or a company. */
export interface ScreeningSubject {
  kind: 'individual' | 'entity';
  /** As a person writes them: "Given Surname", or "SURNAME, Given". */
  names: readonly string[];
  /** YYYY-MM-DD; confirmed where a provider or an officer has seen it on a document. */
  birthDate: { value: string; confirmed: boolean } | null;
  /** ISO 3166-1 alpha-2, of address and nationality. */
  countries: readonly string[];
}

/** What the vault keeps of a screening, so that the same can be screened against the next list. */
export type ScreenedSubjects = { subjects: ScreeningSubject[] };

export const foldedNames = ({ names }: ScreeningSubject): string[] => [...new Set(names.map(foldName))].sort();
