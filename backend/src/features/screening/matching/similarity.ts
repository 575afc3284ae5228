/** The maximum number of edits for words of any length. */
export const EDITS_MAX = 2;

/** How many edits a word of this length may have and still count as the same word. */
export const editsAllowed = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : EDITS_MAX);

const LENGTH_MAX = 64;
/** Destructured once, because they are called for each pair of letters. */
const { abs, min, max } = Math;
const newRow = () => new Uint8Array(LENGTH_MAX + 2);
const rows = [newRow(), newRow(), newRow()] as const;

/**
 * The edit distance of two words: letters inserted, deleted, replaced or swapped with their neighbor
 * (Damerau-Levenshtein, optimal string alignment). @returns `most + 1` if it is greater than `most`
 */
export function edits(a: string, b: string, most: number): number {
  const [n, m] = [min(a.length, LENGTH_MAX), min(b.length, LENGTH_MAX)];
  if (abs(n - m) > most) return most + 1;
  let [before, last, now] = rows;
  for (let j = 0; j <= m; j++) last[j] = j;
  let cost = m;
  for (let i = 1; i <= n; i++) {
    const letter = a.charCodeAt(i - 1);
    now[0] = cost = i;
    let [least, diagonal] = [i, i - 1];
    for (let j = 1; j <= m; j++) {
      const other = b.charCodeAt(j - 1);
      const above = last[j]!;
      cost = min(above + 1, cost + 1, diagonal + (letter === other ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        cost = min(cost, before[j - 2]! + 1);
      now[j] = cost;
      diagonal = above;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, now] = [last, now, before];
  }
  return cost;
}

/** The similarity that remains after one edit, by the length of the word; for longer words, the last value. */
const ONE_EDIT = [0, 0, 0, 0, 0.86, 0.88, 0.9, 0.91];
const ONE_EDIT_OF_LONGER = 0.92;
const TWO_EDITS = 0.87;

/** The similarity of two spellings: 0.86 to 1, or 0 if they are unrelated. */
export function spelling(a: string, b: string, most = EDITS_MAX): number {
  const length = max(a.length, b.length);
  const allowed = min(most, editsAllowed(length));
  const found = edits(a, b, allowed);
  if (found > allowed) return 0;
  if (found === 0) return 1;
  return found === 1 ? (ONE_EDIT[length] ?? ONE_EDIT_OF_LONGER) : TWO_EDITS;
}
