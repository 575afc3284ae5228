const CITY_LENGTH_MAX = 60;

const COUNTRY =
  /^(usa|u\.s\.a\.|us|united states( of america)?|canada|uk|united kingdom|great britain|germany|deutschland|france|australia)$/i;
/** By name, because `Illinois` is `IL`. */
const STATES = new Map(
  (
    'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, ' +
    'DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, ' +
    'IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, ' +
    'MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, ' +
    'NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, ' +
    'OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, ' +
    'SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, ' +
    'WV West Virginia, WI Wisconsin, WY Wyoming'
  )
    .split(', ')
    .map((state) => [state.slice(3).toLowerCase(), state.slice(0, 2)]),
);
const CODES = new Set([...STATES.values(), ...'PR AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')]);
const STREET =
  /(^|\s)(street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|way|terrace|ter|place|pl|square|sq|highway|hwy|parkway|pkwy|circle|cir|alley|row|mews|close|crescent|yard|apt|apartment|suite|ste|unit|floor|fl|flat|building|bldg|house|cottage|room|rm|box|rue|platz|weg|gasse|allee|strasse|straße)\.?$/i;
/** A street's direction comes after its type: `Mill Lane North`, `Constitution Avenue NW`. */
const DIRECTION = /\s+(n|s|e|w|[ns]\.?\s?[ew]|north|south|east|west|(north|south)(east|west))\.?$/i;
/** In other languages the type comes first: `Calle Mayor`, `Am Markt`. */
const STREET_FIRST =
  /^(avenue|av|avenida|boulevard|bd|calle|camino|carrera|paseo|plaza|via|viale|corso|piazza|rua|rue|chemin|quai|place|ulica|ul|am|an der|auf der|im|unter den|zum|zur)\.?\s/i;
const STREET_WORD =
  /(^|\s)(apt|apartment|suite|ste|unit|floor|flat|building|bldg|room|p\.?\s?o\.? box|rue)(\s|$)|(straße|strasse)$/i;

/** Postal codes at either end: `IL 62701-1234`, `62701 Springfield`, `London SW1A 2AA`, `Toronto M5V 2T6`. */
const withoutCode = (part: string) =>
  part
    .replace(/\s*\b\d{5}(-\d{4})?$/, '')
    .replace(/^\d{4,5}\s+(?=\p{L})/u, '')
    .replace(/\s+([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|[A-Z]\d[A-Z]\s*\d[A-Z]\d)$/i, '')
    .trim();

const stateOf = (part: string) =>
  STATES.get(part.toLowerCase()) ?? (CODES.has(part.toUpperCase()) ? part.toUpperCase() : null);
const isCity = (part: string) =>
  part.length <= CITY_LENGTH_MAX &&
  /^\p{L}[\p{L}\p{M}.’' -]*$/u.test(part) &&
  ![STREET, STREET_WORD, STREET_FIRST].some((street) => street.test(part)) &&
  !STREET.test(part.replace(DIRECTION, ''));

/**
 * The city of a typed address, for those who may not see the street: `44 Example Avenue, Springfield, IL 62701` is
 * `Springfield, IL`. Whatever could be a street is left out, even if the city is lost with it.
 * @returns null if it is not certain
 */
export function cityOf(address: string): string | null {
  const [, ...rest] = address
    .normalize('NFC')
    .split(/[,;\n]+/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  if (rest.length > 0 && COUNTRY.test(rest.at(-1)!)) rest.pop();
  // A postal code as a part of its own: `Washington, DC, 20233`.
  const parts = rest.map(withoutCode).filter(Boolean);
  const last = parts.pop();
  if (last === undefined) return null;
  const state = stateOf(last);
  if (state) {
    const city = parts.pop();
    if (city !== undefined) return isCity(city) ? `${city}, ${state}` : null;
    return null;
  }
  // `Springfield IL` in one part.
  const [, city, code] = /^(.*\S)\s+([A-Z]{2})$/.exec(last) ?? [];
  if (city && code && CODES.has(code)) return isCity(city) ? `${city}, ${code}` : null;
  return isCity(last) ? last : null;
}
