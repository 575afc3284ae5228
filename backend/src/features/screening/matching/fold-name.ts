import { wordsOf } from './words.js';

/**
 * The form of a name for its digest: its words in alphabetical order, so that their order does not matter. Frozen:
 * clearances name the digests, so another form of a name would bring every cleared hit back (fold-name.spec.ts).
 */
export const foldName = (name: string): string =>
  wordsOf(name)
    .map(({ text }) => text)
    .sort()
    .join(' ');
