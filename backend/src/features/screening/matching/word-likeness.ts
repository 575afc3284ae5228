import type { Likeness, ListedWord } from './alignment.js';
import { otherReadings, soundLikeness } from './loose-likeness.js';
import type { NameIndex } from './name-index.js';
import { EDITS_MAX } from './similarity.js';
import { otherForms } from './short-forms.js';
import { consonantsOf, NONE, soundOf } from './sound.js';

const SAME_SOUND = 0.96;
/** The score of words that are only similar in sound, and not exactly the same. */
const SOUND_FACTOR = 0.98;
/** Shorter sounds have too many neighbors. */
const SOUND_LENGTH_MIN = 5;
const SHORT_FORM = 0.9;
const SAME_CONSONANTS = 0.9;
/** How much vowels may differ if the consonants are the same. */
const VOWELS_MIN = 0.82;
const OTHER_VOWELS = 0.9;

/** Listed words that may be the screened one. @param slips the maximum number of edits */
export function alikeIn(
  index: NameIndex,
  text: string,
  consonantal: boolean,
  slips: number,
): Map<ListedWord, Likeness> {
  const alike = new Map<ListedWord, Likeness>();
  const take = (word: ListedWord, score: number, how: Likeness['how']) => {
    if (score > (alike.get(word)?.score ?? 0)) alike.set(word, { score, how });
  };
  const same = index.words.get(text);
  if (same) alike.set(same, { score: 1, how: 'same' });
  if (text.length === 1) return alike;
  index.bySpelling.find(text, slips, (word, score) => take(word, score, 'spelling'));
  const sound = soundOf(text);
  index.bySound.find(sound, slips, ({ words }, score) => {
    if (score < 1 && sound.length < SOUND_LENGTH_MIN) return;
    for (const word of words) take(word, score === 1 ? SAME_SOUND : score * SOUND_FACTOR, 'sound');
  });
  if (slips === EDITS_MAX)
    for (const reading of [text, ...otherReadings(text)])
      findByVowels(index, reading, (word, score) => take(word, score * OTHER_VOWELS, 'sound'));
  for (const form of otherForms(text)) {
    const word = index.words.get(form);
    if (word) take(word, SHORT_FORM, 'short form');
  }
  if (consonantal)
    for (const word of index.wordsOfConsonants.get(consonantsOf(text)) ?? []) take(word, SAME_CONSONANTS, 'consonants');
  return alike;
}

/** Words with the same consonants and similar vowels. */
function findByVowels(index: NameIndex, text: string, found: (word: ListedWord, score: number) => void): void {
  const consonants = consonantsOf(text);
  if (consonants === NONE) return;
  const sound = soundOf(text);
  for (const word of index.wordsOfConsonants.get(consonants) ?? []) {
    const other = word.sound;
    // With only one consonant, an added or missing vowel makes a different word.
    if (consonants.length === 1 && other.length !== sound.length) continue;
    const score = soundLikeness(sound, other);
    if (score >= VOWELS_MIN) found(word, score);
  }
}
