import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { readLists } from '#features/screening/list/list-files.js';
import { filesIn } from '#features/screening/list/list-places.js';
import { explain } from '#features/screening/explanation.js';
import type { ListedParty } from '#features/screening/list/listed-party.js';
import { Screener } from '#features/screening/screener.js';
import { recordScreening } from '#features/screening/person/person-screening.decider.js';
import {
  evolveScreening,
  neverScreened,
  screeningFold,
  type PersonScreened,
} from '#features/screening/person/person-screening.state.js';
import type { ListKeeper } from '#features/screening/module.public.js';
import { hitsOf, maskedHit } from './use-cases/show-case/hits-of.js';

const FOLDER = path.resolve('sandbox/data/sanctions/ofac-2024-05-03');
let loaded: Screener;
let party: ListedParty;
beforeAll(async () => {
  const [list] = await readLists(filesIn(FOLDER), new Date(), () => undefined);
  party = list!.parties.find(({ type }) => type === 'individual')!;
  loaded = await Screener.of([{ ...list!, parties: [party] }], list!, () => undefined);
});
const harmless = [{ kind: 'individual' as const, names: ['Holly Harmless'], birthDate: null, countries: [] }];
const hit = () => ({
  list: party.list,
  entityNumber: party.entityNumber,
  entryHash: party.hash,
  nameHash: 'n',
  birthDateHash: null,
  score: 1,
  level: 'high' as const,
});
const screened = (from: typeof neverScreened, changes: Partial<PersonScreened>) =>
  recordScreening(
    {
      wallet: 'rW',
      role: 'investor',
      applicationId: 'a1',
      occasion: 'application',
      subjectItem: 'i',
      list: loaded.record,
      matcher: 'm',
      outcome: 'approved',
      riskLevel: 'low',
      hits: [],
      ...changes,
    },
    from,
    { caseId: 'c', promiseBy: '2026-11-25' },
  ).reduce(evolveScreening, from);
const shown = (state: typeof neverScreened) =>
  hitsOf('rW', state, harmless, { loaded } as unknown as ListKeeper).map(({ name }) => name);

it('who reads the record only is told neither the entry’s name nor its number', () => {
  const hits = hitsOf('rW', screened(neverScreened, { hits: [hit()], outcome: 'rejected' }), harmless, {
    loaded,
  } as unknown as ListKeeper);
  expect(hits[0]!.entityNumber).toBe(party.entityNumber);
  const shown = JSON.stringify(hits.map(maskedHit));
  for (const telling of [party.entityNumber, party.names[0]!.name]) expect(shown).not.toContain(telling);
});

it('the reason of a hit agrees in number with the words that it quotes', () => {
  const found = loaded.screen({ ...harmless[0]!, names: party.names.map(({ name }) => name.split(/[ ,]+/)[0]!) });
  const words = ['ernesto', 'guerra'].map((listed) => ({ screened: null, listed, how: 'none' as const, score: 0 }));
  const reasonOf = (some: typeof words) => explain({ ...[...found.hits, ...found.near][0]!, words: some });
  expect(reasonOf(words)).toMatch(/“ernesto”, “guerra” of the listed name are not in the screened one/);
  expect(reasonOf(words.slice(1))).toMatch(/“guerra” of the listed name is not in the screened one/);
});

describe('the officer is not told that an entry is no longer on the list that is on it', () => {
  it('where the applicant came again under a harmless name', () => {
    const own = screened(neverScreened, { hits: [hit()], outcome: 'rejected' });
    const again = screened(own, { applicationId: 'a2' });
    expect(shown(again)).not.toContain('No longer on the list');
  });
  it('where the hit was inherited from another wallet of the person', () => {
    const inherited = screeningFold('rW').evolve(
      screened(neverScreened, {}),
      { type: 'HitsInherited', data: { wallet: 'rW', from: 'rListed', hits: [hit()] } },
      new Date(),
    );
    expect(shown(inherited)).not.toContain('No longer on the list');
  });
});
