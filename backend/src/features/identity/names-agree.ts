import anyAscii from 'any-ascii';

/** A person's identity, as stated by the person or by a provider. */
export interface StatedPerson {
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD; null if none was given. */
  dateOfBirth: string | null;
}

/** Letters that may differ in a name of this length: a slip of the pen, not another person. */
const editsAllowed = (length: number) => (length < 5 ? 0 : length < 9 ? 1 : 2);

const wordsOf = ({ firstName, lastName }: StatedPerson): string[] =>
  anyAscii(`${firstName} ${lastName}`.normalize('NFKC'))
    .toLowerCase()
    .replace(/[''’`-]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .sort();

/**
 * Whether two statements are about one person (rule 3): every word of the shorter name is found in the longer one, in
 * any order, with small edits; birth dates that both say are the same.
 */
export function agree(a: StatedPerson, b: StatedPerson): boolean {
  if (a.dateOfBirth && b.dateOfBirth && a.dateOfBirth !== b.dateOfBirth) return false;
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

/** Edits between two words: a letter more, less or other, or two that changed places. */
export function distance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
