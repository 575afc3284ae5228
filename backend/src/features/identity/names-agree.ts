import anyAscii from 'any-ascii';
import { isSameName } from '#features/screening/rules.public.js';

/** A person's identity, as stated by the person or by a provider. */
export interface StatedPerson {
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD; null if none was given. */
  dateOfBirth: string | null;
}

/** How many letters may differ in a word of this length: a typing error, not another person. */
const editsAllowed = (length: number) => (length < 5 ? 0 : length < 9 ? 1 : 2);

const nameOf = ({ firstName, lastName }: StatedPerson) => `${firstName} ${lastName}`;

const wordsOf = (person: StatedPerson): string[] =>
  anyAscii(nameOf(person).normalize('NFKC'))
    .toLowerCase()
    .replace(/[''’`-]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .sort();

/**
 * Whether two statements are about one person (rule 3): every word of the shorter name is found in the longer one, in
 * any order, with small edits, or with letters that correspond if one is in Arabic ones; birth dates are the same if
 * both give one.
 */
export function agree(a: StatedPerson, b: StatedPerson): boolean {
  if (a.dateOfBirth && b.dateOfBirth && a.dateOfBirth !== b.dateOfBirth) return false;
  const same = isSameName(nameOf(a), nameOf(b));
  if (same !== null) return same;
  const [short, long] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length) as [string[], string[]];
  const left = [...long];
  return (
    short.length >= Math.min(2, long.length) &&
    short.every((word) => {
      const at = left.findIndex((other) => distance(word, other) <= editsAllowed(Math.max(word.length, other.length)));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}

export const allAgree = (persons: readonly StatedPerson[]): boolean =>
  persons.every((one, index) => persons.slice(index + 1).every((other) => agree(one, other)));

/** The edit distance of two words: insertions, deletions, substitutions and transpositions. */
export function distance(a: string, b: string): number {
  let last = b.length;
  /** Per letter of `b`: the distance up to it, and the distance up to the letter before it in both words. */
  const cells = Array.from({ length: b.length }, (_, at) => ({ edits: at + 1, before: 0 }));
  for (let i = 0; i < a.length; i++) {
    let diagonal = { edits: i, before: 0 };
    last = i + 1;
    for (const [j, above] of cells.entries()) {
      last = Math.min(above.edits + 1, last + 1, diagonal.edits + (a[i] === b[j] ? 0 : 1));
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]) last = Math.min(last, diagonal.before + 1);
      cells[j] = { edits: last, before: diagonal.edits };
      diagonal = above;
    }
  }
  return last;
}
