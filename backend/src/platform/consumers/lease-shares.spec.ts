import { describe, expect, it } from '@jest/globals';
import { shareOut, type Holder } from './lease-shares.js';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const one = (holder: string, held: string[], wanted = NAMES): Holder => ({ holder, wanted, held });
const free = (names: string[], looks = 1) => new Map(names.map((name) => [name, looks]));
const NONE = free([]);

describe('how leases are shared out', () => {
  it('whoever is alone takes everything at once', () =>
    expect(shareOut(one('1', []), [], free(NAMES))).toEqual({ take: NAMES, give: [] }));

  it('beside another one an instance takes no more than its share', () => {
    expect(shareOut(one('1', []), [one('2', [])], free(NAMES)).take).toEqual(['a', 'b', 'c']);
    expect(shareOut(one('1', ['a', 'b', 'c']), [one('2', [])], free(['d', 'e'])).take).toEqual([]);
  });

  it('who does everything gives half of it to one who does nothing, and nothing wanders back', () => {
    const first = shareOut(one('1', NAMES), [one('2', [])], NONE);
    expect(first.give).toHaveLength(2);
    const kept = NAMES.filter((name) => !first.give.includes(name));
    expect(shareOut(one('1', kept), [one('2', first.give)], NONE)).toEqual({ take: [], give: [] });
    expect(shareOut(one('2', first.give), [one('1', kept)], NONE)).toEqual({ take: [], give: [] });
  });

  it('gives only what the other would do', () => {
    expect(shareOut(one('1', NAMES), [one('2', [], ['x'])], NONE).give).toEqual([]);
    expect(shareOut(one('1', NAMES), [one('2', [], ['x', 'd'])], NONE).give).toEqual(['d']);
  });

  it('takes what is left over even above its share, and gives nothing while something is free', () => {
    const own = one('1', ['a', 'b', 'c'], [...NAMES, 'x']);
    expect(shareOut(own, [one('2', [])], free(['x'], 2)).take).toEqual([]);
    expect(shareOut(own, [one('2', [])], free(['x'], 3))).toEqual({ take: ['x'], give: [] });
  });

  it('comes to rest evenly, whoever comes and goes', () => {
    const names = Array.from({ length: 23 }, (_, n) => `n${String(n).padStart(2, '0')}`);
    const held = new Map([['1', [...names]]]);
    const looks = () => {
      for (let round = 0; round < 12; round++)
        for (const [id, mine] of held) {
          const others = [...held].filter(([other]) => other !== id).map(([other, has]) => one(other, has, names));
          const taken = new Set([...held.values()].flat());
          const open = free(names.filter((name) => !taken.has(name)));
          const { take, give } = shareOut(one(id, mine, names), others, open);
          held.set(id, [...mine.filter((name) => !give.includes(name)), ...take]);
        }
      const sizes = [...held.values()].map(({ length }) => length);
      expect([...held.values()].flat().sort()).toEqual(names);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    };
    held.set('2', []);
    looks();
    held.set('3', []).set('4', []);
    looks();
    held.delete('2');
    looks();
  });
});
