import anyAscii from 'any-ascii';

/**
 * A name as it is compared: Latin letters, lower case, no punctuation, "SURNAME, Given" turned to given-first, words in
 * alphabetical order so that their order does not matter.
 */
export function foldName(name: string): string {
  const comma = name.lastIndexOf(',');
  const turned = comma > 0 ? `${name.slice(comma + 1)} ${name.slice(0, comma)}` : name;
  return wordsOf(turned).sort().join(' ');
}

export function wordsOf(name: string): string[] {
  return anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);
}
