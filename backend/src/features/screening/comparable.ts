import { faultOf, isLatinName } from '@tknest/contracts/rules';
import { familyOf } from './matching/scripts.js';
import { WORDS_MAX } from './matching/matcher.js';
import { isReadable, wordsOf } from './matching/words.js';

const WHY = {
  digits: 'The name has digits',
  signs: 'The name has characters other than letters',
  mixed: 'A word of the name mixes letters of different alphabets',
} as const;

/**
 * Whether the comparison of a name's letters with the lists was measured (docs/screening.md); others approve nobody.
 * Names of companies are translated, not spelled, into another script, so letters say nothing of them.
 */
const isMeasured = (name: string, kind: 'individual' | 'entity'): boolean =>
  isLatinName(name) || (kind === 'individual' && familyOf(name)?.script === 'Arabic');

/**
 * Why none of a subject's names can be compared with the lists well enough to approve anybody by them; null if they
 * can. One name in a measured script is enough: the others are the same name in its owner's letters.
 * @returns a sentence for an officer
 */
export function whyNoneComparable(names: readonly string[], kind: 'individual' | 'entity'): string | null {
  const faulty = names.map((name) => whyNotComparable(name, kind)).find((why) => why !== null);
  if (faulty) return faulty;
  return names.some((name) => isMeasured(name, kind))
    ? null
    : 'The name is known only in letters that are not compared with the lists';
}

/**
 * Why a name cannot be compared with the lists well enough to approve anybody by it; null if it can. Forms refuse such
 * names, but providers may report them; then an officer decides.
 * @returns a sentence for an officer
 */
function whyNotComparable(name: string, kind: 'individual' | 'entity'): string | null {
  if (!isReadable(name)) return 'The name has words that cannot be read';
  if (wordsOf(name).length > WORDS_MAX) return `The name has more than ${WORDS_MAX} words`;
  const faulty = faultOf(name);
  // Companies may be named with digits and symbols.
  return faulty && (kind === 'individual' || faulty.fault === 'mixed') ? WHY[faulty.fault] : null;
}
