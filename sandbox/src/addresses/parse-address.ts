/** A US address as one line: "12 Main St Apt 4, Springfield, IL 62701". */
export interface UsAddress {
  number: string;
  street: string;
  city: string;
  state: string;
  zip: string;
}

const STATES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );
const UNIT = /\s+(?:apt|apartment|unit|suite|ste|#)\.?\s*#?\s*[\w-]+$/i;
const PARTS =
  /^(\d{1,6}[A-Z]?)\s+([^,]*[A-Za-z][^,]*?)\s*,\s*([A-Za-z][A-Za-z .'-]+?)\s*,\s*([A-Za-z]{2})\.?,?\s+(\d{5})(?:-\d{4})?(?:\s*,?\s*(?:USA|US|United States))?$/i;

/**
 * Reads a well-formed address; undefined for anything else. A unit belongs to the house and is left out, as the
 * geocoder does.
 */
export function parseUsAddress(line: string): UsAddress | undefined {
  const normal = line.trim().replace(/\s+/g, ' ');
  const unitless = normal.replace(/,\s*((?:apt|apartment|unit|suite|ste|#)[^,]*)(?=,)/i, ' $1');
  const match = PARTS.exec(unitless);
  if (!match) return undefined;
  const [, number, street, city, state, zip] = match as unknown as [string, string, string, string, string, string];
  if (!STATES.includes(state.toUpperCase())) return undefined;
  const bare = street.replace(UNIT, '').replace(/\./g, '');
  if (!/^[A-Za-z0-9' -]+$/.test(bare)) return undefined;
  return {
    number: number.toUpperCase(),
    street: bare.toUpperCase(),
    city: city.toUpperCase(),
    state: state.toUpperCase(),
    zip,
  };
}
