import type { Likeness } from './alignment.js';
import { otherReadings, soundLikeness } from './loose-likeness.js';
import type { NameIndex } from './name-index.js';
import { EDITS_MAX } from './similarity.js';
import { otherForms } from './short-forms.js';
import { consonantsOf, NONE, soundOf } from './sound.js';

const SAME_SOUND = 0.96;
/** What is alike by its sound only, and not quite. */
const SOUND_FACTOR = 0.98;
/** Shorter sounds have too many neighbors. */
const SOUND_LENGTH_MIN = 5;
const SHORT_FORM = 0.9;
const SAME_CONSONANTS = 0.9;
/** With the same consonants, vowels may differ by so much. */
const VOWELS_MIN = 0.82;
const OTHER_VOWELS = 0.9;

/** Listed words that a screened one may be, by word id. @param slips of the pen that it may have at most */
export function alikeIn(index: NameIndex, text: string, consonantal: boolean, slips: number): Map<number, Likeness> {
  const alike = new Map<number, Likeness>();
  const take = (id: number, score: number, how: Likeness['how']) => {
    if (score > (alike.get(id)?.score ?? 0)) alike.set(id, { score, how });
  };
  const same = index.wordIds.get(text);
  if (same !== undefined) alike.set(same, { score: 1, how: 'same' });
  if (text.length === 1) return alike;
  index.bySpelling.find(text, slips, (id, score) => take(id, score, 'spelling'));
  const sound = soundOf(text);
  index.bySound.find(sound, slips, (soundId, score) => {
    if (score < 1 && sound.length < SOUND_LENGTH_MIN) return;
    for (const id of index.wordsOfSound[soundId]!) take(id, score === 1 ? SAME_SOUND : score * SOUND_FACTOR, 'sound');
  });
  if (slips === EDITS_MAX)
    for (const reading of [text, ...otherReadings(text)])
      findByVowels(index, reading, (id, score) => take(id, score * OTHER_VOWELS, 'sound'));
  for (const form of otherForms(text)) {
    const id = index.wordIds.get(form);
    if (id !== undefined) take(id, SHORT_FORM, 'short form');
  }
  if (consonantal)
    for (const id of index.wordsOfConsonants.get(consonantsOf(text)) ?? []) take(id, SAME_CONSONANTS, 'consonants');
  return alike;
}

/** Words with the same consonants, whatever the vowels between them, if those are alike. */
function findByVowels(index: NameIndex, text: string, found: (id: number, score: number) => void): void {
  const consonants = consonantsOf(text);
  if (consonants === NONE) return;
  const sound = soundOf(text);
  for (const id of index.wordsOfConsonants.get(consonants) ?? []) {
    const other = index.soundsOfWords[id]!;
    // One consonant is little: a vowel more or less makes another word of it.
    if (consonants.length === 1 && other.length !== sound.length) continue;
    const score = soundLikeness(sound, other);
    if (score >= VOWELS_MIN) found(id, score);
  }
}
