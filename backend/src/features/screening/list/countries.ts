/** Names of countries on lists that neither differ only in their spelling from the Unicode names nor are those. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "democratic people's republic of korea": 'KP',
  "korea, democratic people's republic of": 'KP',
  "lao people's democratic republic": 'LA',
  britain: 'GB',
  'brunei darussalam': 'BN',
  burma: 'MM',
  'cabo verde': 'CV',
  'china, hong kong special administrative region': 'HK',
  'china, macao special administrative region': 'MO',
  congo: 'CG',
  'cote d ivoire': 'CI',
  crimea: 'UA',
  'czech republic': 'CZ',
  'democratic republic of congo': 'CD',
  'democratic republic of the congo': 'CD',
  'east timor': 'TL',
  england: 'GB',
  gaza: 'PS',
  'gaza strip': 'PS',
  'great britain': 'GB',
  'holy see': 'VA',
  'hong kong': 'HK',
  'ivory coast': 'CI',
  'kafia kingi': 'SD',
  'korea, north': 'KP',
  'korea, south': 'KR',
  'libyan arab jamahiriya': 'LY',
  macao: 'MO',
  macau: 'MO',
  macedonia: 'MK',
  'federated states of micronesia': 'FM',
  myanmar: 'MM',
  'netherlands antilles': 'CW',
  'northern mali': 'ML',
  'occupied palestinian territories': 'PS',
  palestine: 'PS',
  palestinian: 'PS',
  'republic of congo': 'CG',
  'republic of korea': 'KR',
  'republic of moldova': 'MD',
  'republic of north macedonia': 'MK',
  'russian federation': 'RU',
  'state of palestine': 'PS',
  swaziland: 'SZ',
  'syrian arab republic': 'SY',
  turkey: 'TR',
  uae: 'AE',
  uk: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'united republic of tanzania': 'TZ',
  'united states of america': 'US',
  usa: 'US',
  'viet nam': 'VN',
  'virgin islands, british': 'VG',
  'virgin islands, us': 'VI',
  'west bank': 'PS',
};
/** What lists write before a country that they are not sure of, or before a part of one. */
const BEFORE = /^(?:possibly|probably|believed to be|region:)\s+/i;

let byName: ReadonlyMap<string, string> | null = null;

/** ISO 3166-1 alpha-2 of a country's name or code, in the spellings of the lists' publishers; null if unknown. */
export function countryCode(text: string): string | null {
  byName ??= namesOfCodes();
  const name = text.trim().replace(BEFORE, '');
  // `Iran (Islamic Republic of)` adds to the name what the name tells already.
  return byName.get(plain(name)) ?? byName.get(plain(name.replace(/\(.*\)/, ''))) ?? null;
}

/**
 * A name without case, accents, punctuation and articles; `Saint` and `and` written out. The part behind a comma comes
 * first: `Man, Isle of`.
 */
function plain(name: string): string {
  const turned = name.replace(/^([^,]*), ([^,]*)$/, '$2 $1');
  return turned
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['’.]/g, '')
    .replace(/\bst\b/g, 'saint')
    .replace(/[^a-z]+/g, ' ')
    .replace(/\bthe /g, '')
    .trim();
}

function namesOfCodes(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  // Codes of former states have the name of their successor: Russia is RU, not SU.
  const isInUse = (code: string) => new Intl.Locale(`und-${code}`).region === code;
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isInUse);
  const named = codes.flatMap((code) => {
    const name = display.of(code);
    return name ? [[name, code] as const, [code, code] as const] : [];
  });
  return new Map([...named, ...Object.entries(OTHERWISE)].map(([name, code]) => [plain(name), code]));
}
