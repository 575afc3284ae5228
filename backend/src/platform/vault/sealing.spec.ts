import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seal, unseal, Unsealable } from './sealing.js';

const key = Buffer.alloc(32, 7);
const bytes = fc.uint8Array({ maxLength: 200 });

it('opens what was sealed, with the same key and context only', () => {
  fc.assert(
    fc.property(bytes, fc.string(), fc.string(), (plaintext, context, other) => {
      const sealed = seal(key, plaintext, context);
      expect(unseal(key, sealed, context)).toEqual(Buffer.from(plaintext));
      expect(() => unseal(Buffer.alloc(32, 8), sealed, context)).toThrow(Unsealable);
      if (other !== context) expect(() => unseal(key, sealed, other)).toThrow(Unsealable);
    }),
  );
});

it('does not open what was changed in any bit, or cut short', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (plaintext, place, bit) => {
      const sealed = seal(key, plaintext, 'c');
      const at = place % sealed.length;
      sealed[at]! ^= 1 << bit;
      expect(() => unseal(key, sealed, 'c')).toThrow(Unsealable);
      sealed[at]! ^= 1 << bit;
      expect(() => unseal(key, sealed.subarray(0, at), 'c')).toThrow(Unsealable);
    }),
  );
});

it('never seals the same twice in the same way', () => {
  expect(seal(key, Buffer.from('a'), 'c')).not.toEqual(seal(key, Buffer.from('a'), 'c'));
});
