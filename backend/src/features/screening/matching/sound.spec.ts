import { describe, expect, it } from '@jest/globals';
import { Random } from '#platform/seeded-random.js';
import { RULES, soundOf } from './sound.js';

describe('how a word sounds', () => {
  it.each([
    ['khoroshev', 'horoschev'],
    ['tschaikowsky', 'chaikovski'],
    ['mohammed', 'muhamed'],
    ['yusuf', 'yousuff'],
  ])('%s and %s are one', (a, b) => expect(soundOf(a)).toBe(soundOf(b)));

  it('a rule that is passed over would have changed nothing', () => {
    const random = new Random(7);
    const letters = [...'abcdefghijklmnopqrstuvwxyz0#'];
    for (let tries = 0; tries < 20_000; tries++) {
      const word = Array.from({ length: 1 + random.below(12) }, () => random.pick(letters)).join('');
      const plain = RULES.reduce((sound, [, pattern, letter]) => sound.replace(pattern, letter), word);
      expect(soundOf(word)).toBe(plain);
    }
  });
});
