import { EDITS_MAX, editsAllowed, spelling } from './similarity.js';

const LETTERS = 26;
/** Looked up once: some hundred thousand words are passed over for each that is sought. */
const { imul, abs } = Math;

/**
 * Words that are to be found by others spelt alike. Whatever `spelling` calls alike is found: what is passed over has
 * more letters of its own than there may be slips of the pen.
 */
export class FuzzyTable {
  private readonly buckets: { ids: Uint32Array; letters: Uint32Array }[];

  constructor(private readonly words: readonly string[]) {
    const byLength: number[][] = [];
    words.forEach((word, id) => (byLength[word.length] ??= []).push(id));
    this.buckets = Array.from(byLength, (ids = []) => ({
      ids: Uint32Array.from(ids),
      letters: Uint32Array.from(ids, (id) => lettersOf(words[id]!)),
    }));
  }

  /** Calls back with every word alike, by its place in the table. @param most slips of the pen */
  find(word: string, most: number, found: (id: number, score: number) => void): void {
    const letters = lettersOf(word);
    const shortest = Math.max(1, word.length - EDITS_MAX);
    const longest = Math.min(this.buckets.length - 1, word.length + EDITS_MAX);
    for (let length = shortest; length <= longest; length++) {
      const allowed = Math.min(most, editsAllowed(Math.max(length, word.length)));
      if (abs(length - word.length) > allowed) continue;
      const bucket = this.buckets[length]!;
      for (let at = 0; at < bucket.ids.length; at++) {
        const other = bucket.letters[at]!;
        if (bits(letters & ~other) > allowed || bits(other & ~letters) > allowed) continue;
        const id = bucket.ids[at]!;
        const score = spelling(word, this.words[id]!, most);
        if (score > 0) found(id, score);
      }
    }
  }
}

/** One bit for each letter that occurs; digits and other signs share the bits above. */
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
