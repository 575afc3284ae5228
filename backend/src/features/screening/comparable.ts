import { faultOf } from '@tknest/contracts/rules';
import { WORDS_MAX } from './matching/matcher.js';
import { isReadable, wordsOf } from './matching/words.js';

const WHY = {
  digits: 'The name has digits',
  signs: 'The name has characters other than letters',
  mixed: 'A word of the name mixes letters of different alphabets',
} as const;

/**
 * Why a name cannot be compared with the lists well enough to approve anybody by it; null if it can. Forms refuse
 * such names; providers and older records have them all the same, and then a person decides.
 * @returns a sentence for an officer
 */
export function whyNotComparable(name: string, kind: 'individual' | 'entity'): string | null {
  if (!isReadable(name)) return 'The name has words that cannot be read';
  if (wordsOf(name).length > WORDS_MAX) return `The name has more than ${WORDS_MAX} words`;
  const faulty = faultOf(name);
  // Companies are called by numbers and signs.
  return faulty && (kind === 'individual' || faulty.fault === 'mixed') ? WHY[faulty.fault] : null;
}
