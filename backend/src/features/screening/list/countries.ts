/** Names of countries on lists that differ from the Unicode names of their codes. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'bahamas, the': 'BS',
  'bosnia and herzegovina': 'BA',
  burma: 'MM',
  'cabo verde': 'CV',
  'congo, democratic republic of the': 'CD',
  'congo, republic of the': 'CG',
  "cote d'ivoire": 'CI',
  'czech republic': 'CZ',
  'gambia, the': 'GM',
  'hong kong': 'HK',
  'korea, north': 'KP',
  'korea, south': 'KR',
  macau: 'MO',
  'north macedonia, the republic of': 'MK',
  'region: gaza': 'PS',
  'region: kafia kingi': 'SD',
  'region: northern mali': 'ML',
  'region: crimea': 'UA',
  palestinian: 'PS',
  turkey: 'TR',
  // As written by the United Nations.
  'bolivia (plurinational state of)': 'BO',
  "democratic people's republic of korea": 'KP',
  'democratic republic of the congo': 'CD',
  'iran (islamic republic of)': 'IR',
  "lao people's democratic republic": 'LA',
  'republic of korea': 'KR',
  'republic of moldova': 'MD',
  'russian federation': 'RU',
  'state of palestine': 'PS',
  'syrian arab republic': 'SY',
  'united kingdom of great britain and northern ireland': 'GB',
  'united republic of tanzania': 'TZ',
  'venezuela (bolivarian republic of)': 'VE',
  'viet nam': 'VN',
  'united states of america': 'US',
  usa: 'US',
  'west bank': 'PS',
};

let byName: Map<string, string> | null = null;

/** ISO 3166-1 alpha-2 of a country's name or code; null if it is unknown. */
export function countryCode(text: string): string | null {
  byName ??= namesOfCodes();
  const name = text.trim().toLowerCase();
  return byName.get(name) ?? null;
}

function namesOfCodes(): Map<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  // Codes of former states have the name of their successor: Russia is RU, not SU.
  const isInUse = (code: string) => new Intl.Locale(`und-${code}`).region === code;
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter(isInUse);
  const named = codes.flatMap((code) => {
    const name = display.of(code)?.toLowerCase();
    return name ? [[name.replaceAll('&', 'and'), code] as const, [code.toLowerCase(), code] as const] : [];
  });
  return new Map([...named, ...Object.entries(OTHERWISE)]);
}
