import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, inputDigest, NotPlainJson } from './canonical-json.js';

describe('canonical JSON', () => {
  it('sorts keys at every depth and leaves undefined properties out', () => {
    expect(canonicalJson({ b: [{ z: 1, a: null }], a: 'ä', u: undefined })).toBe('{"a":"ä","b":[{"a":null,"z":1}]}');
  });

  it('means the same as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value))),
      ),
    );
  });

  it('does not depend on the order in which keys were set', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(inputDigest(reversed)).toBe(inputDigest(value));
      }),
    );
  });

  it.each<[unknown, string]>([
    [{ a: { b: [0, 1n] } }, 'a.b[1]'],
    [{ rate: Infinity }, 'rate'],
    [[undefined], '[0]'],
    [{ when: new Date() }, 'when'],
    [{ bytes: new Uint8Array(1) }, 'bytes'],
  ])('names the place of what JSON cannot hold (%#)', (value, place) => {
    expect(() => canonicalJson(value)).toThrow(NotPlainJson);
    expect(() => canonicalJson(value)).toThrow(place);
  });
});
