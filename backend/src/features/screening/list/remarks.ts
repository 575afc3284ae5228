import { parseBirthDate, type ListedBirthDate } from './birth-dates.js';
import { countryCode } from './countries.js';

/** Parses the parts of OFAC's free-text remarks that screening needs. */
export interface Remarks {
  birthDates: ListedBirthDate[];
  weakAliases: string[];
  countries: string[];
}

const BIRTH_DATE = /^(?:alt\. )?DOB (.+?)\.?$/;
const WEAK_ALIAS = /^(?:a\.k\.a\.|f\.k\.a\.|n\.k\.a\.|alt\. a\.k\.a\.) '(.+?)'\.?$/;
const NATION = /^(?:alt\. )?(?:nationality|citizen|Nationality of Registration) (.+?)\.?$/;

export function parseRemarks(text: string): Remarks {
  const remarks: Remarks = { birthDates: [], weakAliases: [], countries: [] };
  for (const part of text.split(';').map((one) => one.trim())) {
    const [, born] = BIRTH_DATE.exec(part) ?? [];
    const date = born && parseBirthDate(born);
    if (date) remarks.birthDates.push(date);
    const [, alias] = WEAK_ALIAS.exec(part) ?? [];
    if (alias) remarks.weakAliases.push(alias);
    const [, nation] = NATION.exec(part) ?? [];
    const code = nation && countryCode(nation);
    if (code) remarks.countries.push(code);
  }
  return remarks;
}
