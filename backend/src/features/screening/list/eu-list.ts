import { birthDateOf, type ListedBirthDate } from './birth-dates.js';
import { countryCode } from './countries.js';
import type { ListedName, ListedParty, ParsedList } from './listed-party.js';
import { makeParty, nameOfParts } from './make-party.js';
import type { Breathe } from './ofac-list.js';
import { childrenOf, elementsOf, textOf, XmlRefused, type XmlElement } from './xml.js';

const ENTITY = 'sanctionEntity';

/**
 * The consolidated list of the European Union (`xmlFullSanctionsList_1_1`): attributes carry everything, one
 * `nameAlias` for each name and language. @throws XmlRefused
 */
export async function parseEuList(list: string, xml: string, breathe: Breathe): Promise<ParsedList> {
  const parties: ListedParty[] = [];
  let published: string | null = null;
  for (const element of elementsOf(xml, new Set([ENTITY]))) {
    await breathe();
    if (element.name === ENTITY) parties.push(partyOf(list, element));
    else if (element.name !== 'export') throw new XmlRefused('This is not the list of the European Union');
    else published = element.attributes.generationDate?.slice(0, 10) ?? null;
  }
  return { parties: parties.filter(({ names }) => names.length > 0), published };
}

function partyOf(list: string, entity: XmlElement): ListedParty {
  const aliases = childrenOf(entity, 'nameAlias').map(({ attributes }) => ({
    name: nameOf(attributes),
    isWeak: attributes.strong === 'false',
  }));
  const strong = aliases.filter(({ name, isWeak }) => name && !isWeak);
  // Whoever is listed under weak names alone is screened by them: there is nothing else.
  const screened = strong.length > 0 ? strong : aliases.filter(({ name }) => name);
  const { euReferenceNumber, logicalId = '', designationDetails = '' } = entity.attributes;
  const isPerson = childrenOf(entity, 'subjectType')[0]?.attributes.code === 'person';
  return makeParty({
    list,
    entityNumber: euReferenceNumber || logicalId,
    type: isPerson ? 'individual' : 'entity',
    names: screened.map(({ name }, at): ListedName => ({ name, kind: at === 0 ? 'primary' : 'alias' })),
    weakAliases: aliases.filter((one) => one.name && !screened.includes(one)).map(({ name }) => name),
    programs: childrenOf(entity, 'regulation').flatMap(({ attributes }) => attributes.programme || []),
    birthDates: childrenOf(entity, 'birthdate').flatMap(({ attributes }) => bornOf(attributes) ?? []),
    countries: ['citizenship', 'address', 'birthdate'].flatMap((name) =>
      childrenOf(entity, name).flatMap(({ attributes }) => countryCode(attributes.countryIso2Code ?? '') ?? []),
    ),
    remarks: [designationDetails, textOf(entity, 'remark')].filter(Boolean).join('; '),
  });
}

function nameOf({ lastName = '', firstName = '', middleName = '', wholeName = '' }: XmlElement['attributes']): string {
  return lastName.trim() && firstName.trim() ? nameOfParts(lastName, [firstName, middleName]) : wholeName.trim();
}

function bornOf(attributes: XmlElement['attributes']): ListedBirthDate | null {
  const { birthdate, year, monthOfYear, dayOfMonth, yearRangeFrom, yearRangeTo, circa } = attributes;
  const [iso, month, day] = birthdate?.split('-') ?? [year, monthOfYear, dayOfMonth];
  const first = Number(iso || yearRangeFrom);
  return birthDateOf({
    text: birthdate || year || `${yearRangeFrom} to ${yearRangeTo}`,
    firstYear: first,
    lastYear: Number(iso || yearRangeTo) || first,
    month: Number(month) || null,
    day: Number(day) || null,
    circa: circa === 'true',
  });
}
