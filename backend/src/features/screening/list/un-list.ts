import type { Day } from '@tknest/contracts/money';
import { birthDateOf, type ListedBirthDate } from './birth-dates.js';
import { countryCode } from './countries.js';
import type { ListedName, ListedParty, ParsedList } from './listed-party.js';
import { makeParty } from './make-party.js';
import type { Breathe } from './ofac-list.js';
import { childrenOf, elementsOf, textOf, XmlRefused, type XmlElement } from './xml.js';

const KINDS: ReadonlyMap<string, 'individual' | 'entity'> = new Map([
  ['INDIVIDUAL', 'individual'],
  ['ENTITY', 'entity'],
]);

/** The consolidated list of the United Nations Security Council (`consolidated.xml`). @throws XmlRefused */
export async function parseUnList(list: string, xml: string, breathe: Breathe): Promise<ParsedList> {
  const parties: ListedParty[] = [];
  let published: Day | null = null;
  for (const element of elementsOf(xml, new Set(KINDS.keys()))) {
    await breathe();
    if (!element) continue;
    const type = KINDS.get(element.name);
    if (type) parties.push(partyOf(list, element, type));
    else if (element.name !== 'CONSOLIDATED_LIST') throw new XmlRefused('This is not the list of the United Nations');
    else published = (element.attributes.dateGenerated?.slice(0, 10) as Day | undefined) ?? null;
  }
  return { parties: parties.filter(({ names }) => names.length > 0), published };
}

function partyOf(list: string, party: XmlElement, type: 'individual' | 'entity'): ListedParty {
  const name = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => textOf(party, part));
  const aliases = childrenOf(party, `${party.name}_ALIAS`).flatMap((alias) =>
    textOf(alias, 'ALIAS_NAME')
      .split(';')
      .map((one) => ({ name: one.trim(), quality: textOf(alias, 'QUALITY').toLowerCase() }))
      .filter((one) => one.name !== ''),
  );
  const names: ListedName[] = [
    { name: name.filter(Boolean).join(' '), kind: 'primary' as const },
    { name: textOf(party, 'NAME_ORIGINAL_SCRIPT'), kind: 'alias' as const },
    ...aliases
      .filter(({ quality }) => quality !== 'low')
      .map((alias) => ({ name: alias.name, kind: isFormer(alias.quality) ? ('former' as const) : ('alias' as const) })),
  ];
  const land = (element: XmlElement, field: string) => countryCode(textOf(element, field)) ?? [];
  return makeParty({
    list,
    entityNumber: textOf(party, 'REFERENCE_NUMBER') || textOf(party, 'DATAID'),
    type,
    names: names.filter((one) => one.name !== ''),
    weakAliases: aliases.filter(({ quality }) => quality === 'low').map((alias) => alias.name),
    programs: [textOf(party, 'UN_LIST_TYPE')].filter(Boolean),
    birthDates: childrenOf(party, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((born) => bornOf(born) ?? []),
    countries: [
      ...childrenOf(party, 'NATIONALITY').flatMap(({ children }) =>
        children.flatMap(({ text }) => countryCode(text) ?? []),
      ),
      ...childrenOf(party, `${party.name}_ADDRESS`).flatMap((address) => land(address, 'COUNTRY')),
    ],
    remarks: textOf(party, 'COMMENTS1'),
  });
}

const isFormer = (quality: string) => /f\.?k\.?a/.test(quality);

function bornOf(born: XmlElement): ListedBirthDate | null {
  const [from, to] = [textOf(born, 'FROM_YEAR'), textOf(born, 'TO_YEAR')];
  const date = textOf(born, 'DATE') || textOf(born, 'YEAR');
  const [year, month, day] = date.slice(0, 10).split('-').map(Number);
  return birthDateOf({
    text: date || `${from} to ${to}`,
    firstYear: year || Number(from),
    lastYear: year || Number(to) || Number(from),
    month: month || null,
    day: day || null,
    circa: /^approx/i.test(textOf(born, 'TYPE_OF_DATE')),
  });
}
