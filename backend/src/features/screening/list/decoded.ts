import { ListRefused } from './listed-party.js';

/** Marks at the beginning of a file that name its encoding. */
const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];
/** Bytes that no character of Windows-1252 has: a file with them is in another encoding. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * The text of a list's file. XML is in UTF-8, as it must declare. CSV files declare nothing: publishers write UTF-8,
 * and OFSI wrote Windows-1252.
 * @throws ListRefused if the file is in no encoding that can be told, since garbled names would match nobody
 */
export function decoded(file: string, bytes: Buffer): string {
  const mark = MARKS.find(([begin]) => bytes.subarray(0, 2).toString('hex') === begin);
  try {
    return new TextDecoder(mark?.[1] ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (file.endsWith('.csv') && !bytes.some((byte) => UNUSED.has(byte)))
      return new TextDecoder('windows-1252').decode(bytes);
    throw new ListRefused(`The encoding of ${file} cannot be told: it is neither UTF-8 nor what it declares`);
  }
}
