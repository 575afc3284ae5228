import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { readLists } from './list/list-files.js';
import { filesIn } from './list/list-places.js';
import type { SanctionsList } from './list/listed-party.js';
import { Screener } from './screener.js';
import { inFull } from '#test/support/how-much.js';

const FOLDER = path.resolve('sandbox/data/sanctions/ofac-2024-05-03');
const none = () => undefined;
let lists: SanctionsList[];
let screener: Screener;
beforeAll(async () => {
  lists = await readLists(filesIn(FOLDER), new Date(), none);
  screener = await Screener.of(lists, lists[0]!, none);
});
const found = (name: string, number: string, birthDate: string | null) =>
  screener
    .screen({
      kind: 'individual',
      names: [name],
      birthDate: birthDate ? { value: birthDate, confirmed: false } : null,
      countries: [],
    })
    .hits.some(({ entityNumber }) => entityNumber === number);

/** Relative to those who are found without the edit; the measure for every other edit (docs/screening.md). */
const LEAST = 0.97;
const PERSONS = inFull(75, 150);

describe('a false middle initial, typed into the form', () => {
  it('takes hardly anybody off the list who is found without it', () => {
    let [all, without, withOne] = [0, 0, 0];
    for (const { type, names, entityNumber } of lists[0]!.parties) {
      const [surname, given] = names[0]!.name.split(', ') as [string, string?];
      const words = given?.split(/[\s-]+/) ?? [];
      if (type !== 'individual' || words.length < 2) continue;
      const others = [...words, ...surname.split(/[\s-]+/)];
      const initial = [...'QXZJV'].find((letter) => !others.some((word) => word.startsWith(letter)))!;
      if (all++ >= PERSONS) break;
      if (!found(`${words[0]} ${surname}`, entityNumber, null)) continue;
      without++;
      if (found(`${words[0]} ${initial} ${surname}`, entityNumber, null)) withOne++;
    }
    expect(without).toBeGreaterThan(0.9 * PERSONS);
    expect(withOne / without).toBeGreaterThanOrEqual(LEAST);
  });
});
