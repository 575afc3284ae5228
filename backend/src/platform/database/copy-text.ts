/** A value in PostgreSQL's text format; bytes are written in hexadecimal. */
export type CopyValue = string | number | Buffer | null;

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const ESCAPES = new Map(Object.entries(ESCAPED).map(([letter, char]) => [char, `\\${letter}`]));

/** One row in the text format of COPY ("COPY", "File Formats"), including its line feed. */
export const rowOf = (values: readonly CopyValue[]): string => `${values.map(textOf).join('\t')}\n`;

/** The fields of one such row, without its line feed; bytes stay hexadecimal, with `\x` before them. */
export const fieldsOf = (row: string): (string | null)[] =>
  row
    .split('\t')
    .map((field) => (field === '\\N' ? null : field.replace(/\\(.)/g, (_, letter) => ESCAPED[letter] ?? letter)));

/** The bytes of such a field. */
export const bytesOf = (field: string): Buffer => Buffer.from(field.slice(2), 'hex');

function textOf(value: CopyValue): string {
  if (value === null) return '\\N';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return String(value).replace(/[\\\b\f\n\r\t\v]/g, (char) => ESCAPES.get(char) ?? '\\\\');
}
