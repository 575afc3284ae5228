import type { Day } from '@tknest/contracts/money';
import { birthDateOf, type ListedBirthDate } from './birth-dates.js';
import { countryCode } from './countries.js';
import type { ListedParty, ParsedList } from './listed-party.js';
import { inOrder, makeParty, nameOfParts } from './make-party.js';
import type { Breathe } from './ofac-list.js';
import { childrenOf, elementsOf, textOf, XmlRefused, type XmlElement } from './xml.js';

const ENTITY = 'sanctionEntity';

/**
 * The consolidated list of the European Union (`xmlFullSanctionsList_1_1`): attributes carry everything, one
 * `nameAlias` for each name and language. @throws XmlRefused
 */
export async function parseEuList(list: string, xml: string, breathe: Breathe): Promise<ParsedList> {
  const parties: ListedParty[] = [];
  let published: Day | null = null;
  for (const element of elementsOf(xml, new Set([ENTITY]))) {
    await breathe();
    if (!element) continue;
    if (element.name === ENTITY) parties.push(partyOf(list, element));
    else if (element.name !== 'export') throw new XmlRefused('This is not the list of the European Union');
    else published = (element.attributes.generationDate?.slice(0, 10) as Day | undefined) ?? null;
  }
  return { parties: parties.filter(({ names }) => names.length > 0), published };
}

function partyOf(list: string, entity: XmlElement): ListedParty {
  const aliases = childrenOf(entity, 'nameAlias').map(({ attributes }) => attributes);
  const namesOf = (all: typeof aliases) => all.map(nameOf).filter(Boolean);
  const { euReferenceNumber, logicalId = '', designationDetails = '' } = entity.attributes;
  const isPerson = childrenOf(entity, 'subjectType')[0]?.attributes.code === 'person';
  return makeParty({
    list,
    entityNumber: euReferenceNumber || logicalId,
    type: isPerson ? 'individual' : 'entity',
    names: namesOf(aliases.filter(({ strong }) => strong !== 'false')).map(inOrder),
    weakAliases: namesOf(aliases.filter(({ strong }) => strong === 'false')),
    programs: childrenOf(entity, 'regulation').flatMap(({ attributes }) => attributes.programme || []),
    birthDates: childrenOf(entity, 'birthdate').flatMap(({ attributes }) => bornOf(attributes) ?? []),
    countries: ['citizenship', 'address', 'birthdate'].flatMap((name) =>
      childrenOf(entity, name).flatMap(({ attributes }) => countryCode(attributes.countryIso2Code ?? '') ?? []),
    ),
    remarks: [designationDetails, textOf(entity, 'remark')].filter(Boolean).join('; '),
  });
}

function nameOf({ lastName = '', firstName = '', middleName = '', wholeName = '' }: XmlElement['attributes']): string {
  const parts = nameOfParts(lastName, [firstName, middleName]);
  return lastName.trim() && firstName.trim() ? parts : wholeName.trim() || parts;
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
