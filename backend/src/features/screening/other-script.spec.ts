import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { readLists } from './list/list-files.js';
import { filesIn } from './list/list-places.js';
import { alarmsOf, approvedOf, COLLECTED, commonPerson, latinListOf, listedPairs } from './measure/other-script.js';
import { Screener } from './screener.js';
import { Random } from '#platform/seeded-random.js';
import { inFull } from '#test/support/how-much.js';
import { LISTED_BIRTH_DATE, screenerOf, screenPerson as screen } from '#test/support/screened-names.js';

const none = () => undefined;
const pairs = listedPairs();

describe('a name in Arabic letters is compared with listed Latin ones', () => {
  it.each([
    ['AL-NASRI, Karim', 'كريم النصري'],
    ['MANSUR, Abdul Rahim', 'عبد الرحيم منصور'],
    ['AL-ASSAD, Bashar', 'بشار الأسد'],
    ['ABDUR RAHMAN', 'عبد الرحمن'],
    ['ABDELRAHMAN', 'عبد الرحمن'],
    ['ABD AL-RAHMAN', 'عبدالرحمن'],
    ['AL-FAWAZ, Khalid', 'خـالـد الفَوّاز'],
    ['SAMEER, Abu Walid', 'أبو وليد سمير'],
    ['ESSABAR, Zakarya', 'زكريا بن الصبار'],
    ['AKHUNDZADA, Ahmad', 'احمد آخوند زاده'],
  ])('%s is %s, in both directions', async (latin, arabic) => {
    for (const [listed, typed] of [
      [latin, arabic],
      [arabic, latin],
    ] as const) {
      const { status, hits } = screen(await screenerOf(listed), typed);
      expect([status, hits.map(({ score }) => score >= 0.8 && score <= 0.89)]).toEqual(['pending', [true]]);
    }
  });

  it('approves a person whom nobody like is listed', async () =>
    expect(screen(await screenerOf('AL-NASRI, Karim', 'MANSUR, Abdul Rahim'), 'ليلى حداد').status).toBe('approved'));

  it('takes a consonant of the same class for a hit only with the same birth date', async () => {
    const screener = await screenerOf('SALIM, Kabir');
    expect(screen(screener, 'كابور صالوم').status).toBe('approved');
    const born = screen(screener, 'كابور صالوم', LISTED_BIRTH_DATE);
    expect([born.status, born.hits.map(({ score, coarse }) => [score, coarse])]).toEqual(['pending', [[0.76, true]]]);
    expect(screen(screener, 'كبير سليم', LISTED_BIRTH_DATE).hits.map(({ coarse }) => coarse)).toEqual([false]);
    expect(screen(screener, 'كابور صالوم', '1970-05-16').status).toBe('approved');
  });

  it('takes classes that many listed words have for no evidence, even with the same birth date', async () => {
    const vowels = ['a', 'e', 'i', 'o', 'u', ''];
    const others = vowels.flatMap((a) => vowels.map((b) => [`NOBODY, K${a}b${b}r`, `S${a}l${b}m, SOMEBODY`])).flat();
    const [rare, common] = [await screenerOf('ZELIM, Gapir'), await screenerOf('ZELIM, Gapir', ...others)];
    const screened = (screener: Screener) => screen(screener, 'كابور صالوم', LISTED_BIRTH_DATE).status;
    expect([screened(rare), screened(common)]).toEqual(['pending', 'approved']);
  });

  it('approves no company by it', async () => {
    const screener = await screenerOf('AL-NASRI, Karim');
    const company = { kind: 'entity', names: ['شركة كريم'], birthDate: null, countries: [] } as const;
    expect(screener.screen(company).status).toBe('pending');
  });
});

describe('measured on the names that a list publishes in both scripts', () => {
  it.each([0, 1])('misses at most 3 % by the name, nobody with the birth date (half %i)', async (half) => {
    const list = latinListOf(pairs);
    const screener = await Screener.of([list], list, none);
    const { names, byName, withBirthDate } = approvedOf(
      screener,
      pairs.filter((_, at) => at % 2 === half),
    );
    expect(byName.length / names).toBeLessThanOrEqual(0.03);
    expect(withBirthDate).toEqual([]);
  });
});

describe('measured on clean people of common names', () => {
  let ofac: Screener;
  beforeAll(async () => {
    const folder = path.resolve('sandbox/data/sanctions/ofac-2024-05-03');
    const lists = await readLists(filesIn(folder), new Date(), none);
    ofac = await Screener.of(lists, lists[0]!, none);
  });

  it.each([false, true])('stops at most one in a hundred more than in Latin letters (birth date: %s)', (dated) => {
    const { own, latin } = alarmsOf(ofac, inFull(100, 2_000), new Random(1), dated);
    expect(own).toBeLessThanOrEqual(latin + 0.01);
  });

  it.each(COLLECTED.flatMap((script) => [false, true].map((dated) => [script, dated] as const)))(
    'stops no more in %s letters (birth date: %s)',
    (script, dated) => {
      const { own, latin } = alarmsOf(ofac, 1_000, new Random(1), dated, commonPerson(script));
      expect(own).toBeLessThanOrEqual(latin + 0.01);
    },
  );
});
