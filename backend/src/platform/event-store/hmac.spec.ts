import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { hmac } from './hmac.js';

it('is HMAC-SHA-256, for keys and texts of every length (RFC 2104)', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: 'binary', maxLength: 300 }), (bytes, text) => {
      const key = Buffer.from(bytes);
      const expected = createHmac('sha256', key).update(text, 'utf8').digest('hex');
      expect([hmac(key, text).toString('hex'), hmac(key, text).toString('hex')]).toEqual([expected, expected]);
    }),
  );
  expect(hmac(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
  expect(() => hmac(Buffer.alloc(65), '')).toThrow(RangeError);
});
