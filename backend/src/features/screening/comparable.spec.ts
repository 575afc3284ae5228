import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { readLists } from './list/list-files.js';
import { filesIn } from './list/list-places.js';
import { WORDS_MAX } from './matching/matcher.js';
import { Screener } from './screener.js';

const FOLDER = path.resolve('sandbox/data/sanctions/ofac-2024-05-03');
const none = () => undefined;

let screener: Screener;
beforeAll(async () => {
  const lists = await readLists(filesIn(FOLDER), new Date(), none);
  screener = await Screener.of(lists, lists[0]!, none);
});
const screen = (name: string, kind: 'individual' | 'entity' = 'individual') =>
  screener.screen({ kind, names: [name], birthDate: null, countries: [] });
const foundIn = (name: string) => screen(name).hits.map((hit) => hit.name);

/** A listed name with an invisible character between all its letters. */
const between = (sign: string) => ['Winai', 'Pichayos'].map((word) => [...word].join(sign)).join(' ');

describe('a listed person is not approved', () => {
  it.each([
    ['zero-width spaces', between('\u{200B}')],
    ['soft hyphens', between('\u{AD}')],
    ['zero-width joiners', between('\u{200D}')],
    ['Cyrillic letters within a word', 'Wіnаі Рісhауоѕ'],
    ['a Greek capital', 'Winai Ρichayos'],
    ['mathematical letters', '𝐖𝐢𝐧𝐚𝐢 𝐏𝐢𝐜𝐡𝐚𝐲𝐨𝐬'],
  ])('with %s in the name', (_, name) => {
    expect(foundIn(name)).toContain('PICHAYOS, Winai');
    expect(screen(name).status).toBe('rejected');
  });

  it('behind as many other words as are compared, nor behind more', () => {
    const behind = (fillers: number) =>
      `${['Alba', 'Bruno', 'Clara', 'Dora']
        .flatMap((word) => Array(5).fill(word))
        .slice(0, fillers)
        .join(' ')} Winai Pichayos`;
    for (let fillers = 1; fillers <= WORDS_MAX - 2; fillers++)
      expect(foundIn(behind(fillers))).toContain('PICHAYOS, Winai');
    for (const fillers of [WORDS_MAX - 1, WORDS_MAX, WORDS_MAX + 4])
      expect(screen(behind(fillers))).toMatchObject({
        status: 'pending',
        hits: [],
        reason: 'The name has more than 16 words',
      });
  });

  it('says that a word only looks like the listed one', () => {
    const [hit] = screen('Winai Рісһауоѕ').hits;
    expect(hit!.words).toContainEqual({ screened: 'Рісһауоѕ', listed: 'pichayos', how: 'looks', score: 0.99 });
  });
});

describe('a name that cannot be compared approves nobody', () => {
  it.each([
    ['Ida 3', 'The name has digits'],
    ['Ida_Example', 'The name has characters other than letters'],
    ['Иda Example', 'A word of the name mixes letters of different alphabets'],
    ['Quentin 𐤀𐤀', 'The name has words that cannot be read'],
  ])('%s: %s', (name, reason) => expect(screen(name)).toMatchObject({ status: 'pending', hits: [], reason }));

  it.each(['Ида Пример', '박민수', '王小明', 'Ida الأسد'])(
    '%s, of which no Latin form is known; one beside it is compared',
    (name) => {
      const reason = 'The name is known only in letters that are not compared with the lists';
      expect(screen(name)).toMatchObject({ status: 'pending', reason });
      const known = { kind: 'individual', names: [name, 'Ida Example'], birthDate: null, countries: [] } as const;
      expect(screener.screen(known).status).toBe('approved');
      expect(screener.screen({ ...known, names: [name, 'Winai Pichayos'] }).status).toBe('rejected');
    },
  );

  it('letters that are compared with the lists are enough, for a person', () => {
    expect(screen('ليلى كنعان')).toMatchObject({ status: 'approved', hits: [] });
    expect(screen('ليلى كنعان', 'entity').status).toBe('pending');
    expect(screen('بشار الأسد').status).toBe('pending');
    expect(foundIn('بشار الأسد')).toContain('AL-ASSAD, Bashar');
  });

  it('a company may be called by numbers and signs, but no word of it mixes alphabets', () => {
    expect(screen('Studio 54 & Sons', 'entity').status).toBe('approved');
    expect(screen('Тulip Gardens', 'entity').status).toBe('pending');
  });
});
