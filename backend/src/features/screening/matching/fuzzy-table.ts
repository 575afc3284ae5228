import { EDITS_MAX, editsAllowed, spelling } from './similarity.js';

const LETTERS = 26;
/** Destructured once, because they are called for some hundred thousand skipped words per lookup. */
const { imul, abs } = Math;

/**
 * Finds entries by words spelled similarly to their text. Everything that `spelling` considers similar is found: an
 * entry is skipped only if it has more letters of its own than the edits allowed.
 */
export class FuzzyTable<Entry extends { readonly text: string }> {
  /** Entries by the length of their text. */
  private readonly buckets: { length: number; entries: readonly Entry[]; letters: Uint32Array }[];

  constructor(all: Iterable<Entry>) {
    const byLength: Entry[][] = [];
    for (const entry of all) (byLength[entry.text.length] ??= []).push(entry);
    this.buckets = Array.from(byLength, (entries = [], length) => ({
      length,
      entries,
      letters: Uint32Array.from(entries, ({ text }) => lettersOf(text)),
    }));
  }

  /** Calls back with every entry with a similar text. @param most the maximum number of edits */
  find(word: string, most: number, found: (entry: Entry, score: number) => void): void {
    const letters = lettersOf(word);
    const shortest = Math.max(1, word.length - EDITS_MAX);
    for (const bucket of this.buckets.slice(shortest, word.length + EDITS_MAX + 1)) {
      const allowed = Math.min(most, editsAllowed(Math.max(bucket.length, word.length)));
      if (abs(bucket.length - word.length) > allowed) continue;
      for (let at = 0; at < bucket.letters.length; at++) {
        const other = bucket.letters[at]!;
        if (bits(letters & ~other) > allowed || bits(other & ~letters) > allowed) continue;
        const entry = bucket.entries[at]!;
        const score = spelling(word, entry.text, most);
        if (score > 0) found(entry, score);
      }
    }
  }
}

/** One bit for each letter that occurs; digits and other characters share the bits above. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i) - 97;
    letters |= 1 << (code >= 0 && code < LETTERS ? code : LETTERS + (word.charCodeAt(i) % 6));
  }
  return letters >>> 0;
}

function bits(value: number): number {
  let x = value - ((value >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
