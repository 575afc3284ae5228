import { expect, it } from '@jest/globals';
import { foldName } from './fold-name.js';

/** Digests of cleared names were made from these forms: none may ever change. */
it.each([
  ['Ida Example', 'example ida'],
  ['EXAMPLE, Ida', 'example ida'],
  ['Jürgen Groß-Weiß', 'gross jurgen weiss'],
  ['Anne-Marie O’Neil', 'anne marie oneil'],
  ['Ida  Maria\u{200B} Example', 'example ida maria'],
  ['بشار الأسد', 'bshr lsd'],
  ['عبد الرحمن كريم', 'bd krym lrhmn'],
  ['سعید جان', 'jn syd'],
  ['Жанна Петрова', 'petrova zhanna'],
  ['박민수', 'bag min su'],
  ['王小明', 'ming wang xiao'],
  ['דוד כהן', 'dvd khhn'],
  ['Νίκος Παππάς', 'nikos pappas'],
  ['अमित शर्मा', 'amit srma'],
  ['W1nai Pichayos', 'pichayos winai'],
  ['J. R. Smith', 'j r smith'],
])('the digest of %s is made of "%s"', (name, folded) => expect(foldName(name)).toBe(folded));
