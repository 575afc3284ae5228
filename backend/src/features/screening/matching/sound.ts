/**
 * A short key for how a word sounds: what different transliterations of one name have in common. Vowels that replace
 * each other become one, and so do the spellings of one consonant; doubled letters are single. Each rule lists letters,
 * one of which a word must contain for the rule to change anything; '' if any word may.
 */
export const RULES: readonly (readonly [letters: string, pattern: RegExp, sound: string])[] = [
  ['e', /(?<=..[b-df-hj-np-tv-z])e$/, ''],
  ['hcs', /tsch|tch|shch|sch|sh|ch|cz|sz/g, '#'],
  ['dz', /dzh|dsch|dj|zh/g, 'j'],
  ['k', /kh/g, 'h'],
  ['p', /ph/g, 'f'],
  ['h', /([bdgt])h/g, '$1'],
  ['cq', /ck|q/g, 'k'],
  ['x', /x/g, 'ks'],
  ['tdz', /ts|tz|dz|z/g, 's'],
  ['c', /c(?=[eiy])/g, 's'],
  ['c', /c/g, 'k'],
  ['w', /w/g, 'v'],
  ['ou', /ou|oo|oe|ue|uu/g, 'u'],
  ['aey', /ai|ay|ei|ey|ae|ee|ie|[eiy]/g, 'i'],
  ['o', /o/g, 'u'],
  ['f', /ff?$/g, 'v'],
  ['', /(.)\1+/g, '$1'],
  ['h', /(?<=[aiu])h$/g, ''],
];
const STEPS = RULES.map(([letters, pattern, replacement]) => ({ needed: lettersOf(letters), pattern, replacement }));

export function soundOf(word: string): string {
  let sound = word;
  let letters = lettersOf(sound);
  for (const { needed, pattern, replacement } of STEPS) {
    if (needed !== 0 && (letters & needed) === 0) continue;
    const next = sound.replace(pattern, replacement);
    if (next === sound) continue;
    sound = next;
    letters = lettersOf(sound);
  }
  return sound;
}

/** One bit for each letter that occurs. Other characters share bits, which at worst tries a rule in vain. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << ((word.charCodeAt(at) - 97) & 31);
  return letters;
}

/** The key of a word without consonants. */
export const NONE = '-';

/** The consonants of a word, for scripts that write little else. */
export const consonantsOf = (word: string): string => soundOf(word.replace(/w/g, 'u')).replace(/[aiu]/g, '') || NONE;
