/**
 * How a word sounds, in few letters: what different transliterations of one name have in common. Vowels that stand for
 * each other become one, and so do the spellings of one consonant; doubled letters are single.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/(?<=..[b-df-hj-np-tv-z])e$/, ''],
  [/tsch|tch|shch|sch|sh|ch|cz|sz/g, '#'],
  [/dzh|dsch|dj|zh/g, 'j'],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/([bdgt])h/g, '$1'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/ts|tz|dz|z/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/w/g, 'v'],
  [/ou|oo|oe|ue|uu/g, 'u'],
  [/ai|ay|ei|ey|ae|ee|ie|[eiy]/g, 'i'],
  [/o/g, 'u'],
  [/ff?$/g, 'v'],
  [/(.)\1+/g, '$1'],
  [/(?<=[aiu])h$/g, ''],
];

export const soundOf = (word: string): string =>
  RULES.reduce((sound, [pattern, letter]) => sound.replace(pattern, letter), word);

/** The consonants of a word, for scripts that write little else. */
export const consonantsOf = (word: string): string => soundOf(word.replace(/w/g, 'u')).replace(/[aiu]/g, '') || '-';
