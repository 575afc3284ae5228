/** Compares a word in letters of another script with a word in Latin letters, letter by letter. */
export interface Letters {
  /** Undefined for a letter without a line in its table. */
  of(letter: string): Letter | undefined;
  /** The cost of a Latin letter that no letter of the script explains. */
  unexplained(latin: string, at: number): number;
  /** What may come before the first letter of the script. @param costs per number of Latin letters read so far */
  begin?(own: string, latin: string, costs: Float64Array): void;
}

export interface Letter {
  /** How it is written in Latin letters, with the cost of each, by the first of them. */
  written: ReadonlyMap<string, readonly (readonly [text: string, cost: number])[]>;
  /** The cost if nothing is written for it. */
  omitted: number;
  /** Its coarse classes, of which it has one; of several choices, one after another. */
  classes: readonly (readonly string[])[];
}

/** A spelling that is usual, one that is rare, one that is rather another letter's, and one of another language. */
const COSTS = [0, 0.2, 0.5, 0.9] as const;
const [, , OTHER] = COSTS;

/** @param spellings usual | rare | odd | foreign */
export function letterOf(spellings: string, omitted: number, classes: Letter['classes']): Letter {
  const written = new Map<string, (readonly [string, number])[]>();
  for (const [tier, texts] of spellings.split('|').entries())
    for (const text of texts.split(' ').filter(Boolean)) {
      const first = text.charAt(0);
      written.set(first, [...(written.get(first) ?? []), [text, COSTS[tier]!]]);
    }
  return { written, omitted, classes };
}

const UNWRITTEN = 1;
const UNKNOWN = letterOf('', UNWRITTEN, []);

/**
 * Entries, separated by semicolons, of: letters, their coarse classes (`-` stands for none, a period is before a
 * further choice), the cost of omission, the spellings.
 */
export function tableOf(entries: string): ReadonlyMap<string, Letter> {
  const table = new Map<string, Letter>();
  for (const entry of entries.split(';')) {
    const [letters = '', classes = '', omitted, ...spellings] = entry.trim().split(' ');
    const choices = classes.split('.').map((choice) => Array.from(choice, (one) => one.replace('-', '')));
    for (const letter of letters) table.set(letter, letterOf(spellings.join(' '), Number(omitted), choices));
  }
  return table;
}

const VOWELS = 'aeiou';
export const isVowel = (letter: string): boolean => letter !== '' && VOWELS.includes(letter);
/** Short vowels are not written in some scripts: one vowel is free, a second one beside it speaks for a long one. */
const SECOND_VOWEL = 0.4;
const FIRST_VOWEL = 0.4;
export const SILENT = 0.4;
/** A vowel at the end is written in these scripts too. */
const LAST_VOWEL = 0.5;

/** The cost of a Latin letter besides those of a script that omits short vowels. */
export function besidesConsonants(latin: string, at: number): number {
  const letter = latin.charAt(at);
  if (letter === 'h') return SILENT;
  if (letter === 'y' || letter === 'w') return OTHER;
  if (!isVowel(letter)) return UNWRITTEN;
  if (at === 0) return FIRST_VOWEL;
  if (at === latin.length - 1) return LAST_VOWEL;
  return isVowel(latin.charAt(at - 1)) ? SECOND_VOWEL : 0;
}

/** Consonants doubled in Latin letters are single in scripts that omit short vowels. */
export const singled = (latin: string): string => latin.replace(/([^aeiou])\1+/g, '$1');

/** A shorter word counts as one of so many letters. */
const SHORTEST = 3;

/** How well a word in lower-case Latin letters reads as a word in those of the script, 0 to 1. */
export function readsAs(letters: Letters, own: string, latin: string): number {
  const { length } = latin;
  const others = Array.from(latin, (_, at) => letters.unexplained(latin, at));
  /** Per number of Latin letters read so far: the least cost of reading the script's letters so far in them. */
  let costs = new Float64Array(length + 1).fill(Infinity);
  costs[0] = 0;
  const skipping = (row: Float64Array) => {
    for (let at = 0; at < length; at++) row[at + 1] = Math.min(row[at + 1]!, row[at]! + others[at]!);
  };
  skipping(costs);
  letters.begin?.(own, latin, costs);
  let counted = 0;
  for (const letter of own) {
    const { written, omitted } = letters.of(letter) ?? UNKNOWN;
    if (omitted > 0) counted++;
    const next = costs.map((cost) => cost + omitted);
    for (let at = 0; at < length; at++)
      for (const [text, of] of written.get(latin.charAt(at)) ?? [])
        if (text.length === 1 || latin.startsWith(text, at))
          next[at + text.length] = Math.min(next[at + text.length]!, costs[at]! + of);
    skipping(next);
    costs = next;
  }
  return Math.max(0, 1 - costs[length]! / Math.max(SHORTEST, counted));
}

/** More readings of one word are not indexed. */
const KEYS_MAX = 32;

/** Coarse classes of Latin spellings, longest first; other letters have none. */
const LATIN_CLASSES = (
  'tch|sch|tsh|sh:S kh|x:X ch:SJX zh:JS d?j:J gh:K th:TS dh:DS ph|f|v:F [bp]:B c:KS [kqg]:K [sz]:S ' +
  't:T d:D l:L m:M n:N r:R'
)
  .split(' ')
  .map((line) => line.split(':') as [spelling: string, classes: string])
  .map(([spelling, classes]) => [new RegExp(`^(?:${spelling})`), [...classes]] as const);

/** Each choice of classes in turn, the same class twice in a row as one. */
export function keysOf(choices: Letter['classes']): string[] {
  let keys = [''];
  for (const choice of choices) {
    const longer = keys.flatMap((key) =>
      choice.map((one) => (one !== '' && key.endsWith(one.charAt(0)) ? key + one.slice(1) : key + one)),
    );
    keys = [...new Set(longer)].slice(0, KEYS_MAX);
  }
  return keys;
}

/** The coarse keys of a word in letters of the script: the classes of its consonants. */
export const ownKeys = (letters: Letters, own: string): string[] =>
  keysOf(Array.from(own).flatMap((letter) => letters.of(letter)?.classes ?? []));

/** The coarse keys of a word in Latin letters. */
export function latinKeys(word: string): string[] {
  const choices: (readonly string[])[] = [];
  for (let at = 0; at < word.length;) {
    const rest = word.slice(at);
    const found = LATIN_CLASSES.find(([spelling]) => spelling.test(rest));
    if (found) choices.push(found[1]);
    at += found ? found[0].exec(rest)![0].length : 1;
  }
  return keysOf(choices);
}
