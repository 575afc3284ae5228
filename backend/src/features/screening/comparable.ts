import { faultOf } from '@tknest/contracts/rules';
import { WORDS_MAX } from './matching/matcher.js';
import { isReadable, wordsOf } from './matching/words.js';

const WHY = {
  digits: 'The name has digits',
  signs: 'The name has characters other than letters',
  mixed: 'A word of the name mixes letters of different alphabets',
} as const;

/**
 * Why a name cannot be compared with the lists well enough to approve anybody by it; null if it can. Forms refuse such
 * names, but providers and older records may contain them; then an officer decides.
 * @returns a sentence for an officer
 */
export function whyNotComparable(name: string, kind: 'individual' | 'entity'): string | null {
  if (!isReadable(name)) return 'The name has words that cannot be read';
  if (wordsOf(name).length > WORDS_MAX) return `The name has more than ${WORDS_MAX} words`;
  const faulty = faultOf(name);
  // Companies may be named with digits and symbols.
  return faulty && (kind === 'individual' || faulty.fault === 'mixed') ? WHY[faulty.fault] : null;
}
