import { foldName } from './matching/fold-name.js';

/** The subject of a screening: every name of a person or a company. */
export interface ScreeningSubject {
  kind: 'individual' | 'entity';
  /** In either form: "Given Surname" or "SURNAME, Given". */
  names: readonly string[];
  /** YYYY-MM-DD; confirmed if a provider or an officer has seen it on a document. */
  birthDate: { value: string; confirmed: boolean } | null;
  /** ISO 3166-1 alpha-2, of address and nationality. */
  countries: readonly string[];
}

/** What the vault keeps about a screening, so that it can be repeated against the next list. */
export type ScreenedSubjects = { subjects: ScreeningSubject[] };

export const foldedNames = ({ names }: ScreeningSubject): string[] => [...new Set(names.map(foldName))].sort();
