import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HashTree } from '../../src/ledger/state/hash-tree.js';

const keyOf = (n: number): string => createHash('sha256').update(String(n)).digest('hex').toUpperCase();
const empty = (): HashTree<number> =>
  HashTree.empty((key, value) => createHash('sha256').update(`${key}${value}`).digest());
const change = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer(), { nil: undefined }));

describe("the ledger's tree", () => {
  it('holds what was put into it, whatever was put in and taken out before', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change)), (versions) => {
        const model = new Map<string, number>();
        let tree = empty();
        for (const changes of versions) {
          tree = tree.with(changes.map(([n, value]) => [keyOf(n), value] as const));
          for (const [n, value] of changes) {
            if (value === undefined) model.delete(keyOf(n));
            else model.set(keyOf(n), value);
          }
        }
        const sorted = [...model].sort(([a], [b]) => (a < b ? -1 : 1));
        expect([...tree.entries()]).toEqual(sorted);
        expect(tree.hash()).toEqual(empty().with(sorted).hash());
      }),
    );
  });

  it('an earlier version stays as it was', () => {
    const first = empty().with([
      [keyOf(1), 1],
      [keyOf(2), 2],
    ]);
    const hash = first.hash().toString('hex');
    const second = first.with([
      [keyOf(1), undefined],
      [keyOf(3), 3],
    ]);
    expect([first.get(keyOf(1)), second.get(keyOf(1)), first.get(keyOf(3)), second.get(keyOf(3))]).toEqual([
      1,
      undefined,
      undefined,
      3,
    ]);
    expect(
      empty()
        .with([...first.entries()])
        .hash()
        .toString('hex'),
    ).toBe(hash);
  });

  it('goes on from any key in order', () => {
    const tree = empty().with(Array.from({ length: 100 }, (_, i) => [keyOf(i), i] as const));
    const all = [...tree.entries()];
    for (const at of [0, 1, 17, 99]) expect([...tree.entries(all[at]![0])]).toEqual(all.slice(at));
    expect([...tree.entries('F'.repeat(64))]).toEqual([]);
  });
});
