/** What the money is for, by the words that owners write; the first that fits. */
const PURPOSES: readonly (readonly [name: string, words: RegExp])[] = [
  ['energy', /boiler|heat|insulat|window|solar|energy/],
  ['roof', /roof|facade|façade|gutter|brick/],
  ['interior', /kitchen|bath|floor|paint|interior|renovat|refurb/],
  ['purchase', /purchas|acqui|buy|extension|expan/],
  ['debt', /refinanc|mortgage|debt/],
];

/** One word for a purpose in an owner's words; empty where none is known. */
export const purposeOf = (text: string): string =>
  PURPOSES.find(([, words]) => words.test(text.toLowerCase()))?.[0] ?? '';

/** `12 Example Street, Springfield, IL 62701` → `Springfield`; empty where an address has no such part. */
export function cityOf(address: string): string {
  const parts = address.split(',').map((part) => part.trim());
  return parts.length > 1 ? parts[1]! : '';
}
