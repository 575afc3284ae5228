import { parse } from 'csv-parse';
import { Readable } from 'node:stream';

/** Bytes parsed before yielding to other work. */
const PIECE = 16 * 1024;

/**
 * Rows of a list: RFC 4180, CRLF or LF, fields trimmed, `-0-` for nothing. The last byte of an OFAC file is 0x1A
 * (Ctrl-Z), which is not a row.
 * @throws CsvError if a quoted field has no end, or text follows its closing quote
 */
export async function* rowsOf(text: string): AsyncGenerator<string[]> {
  const rows: AsyncIterable<string[]> = Readable.from(piecesOf(Buffer.from(text))).pipe(
    parse({ bom: true, record_delimiter: ['\r\n', '\n'], relax_column_count: true, relax_quotes: true, trim: true }),
  );
  for await (const row of rows) {
    const fields = row.map(cleaned);
    if (fields.some((field) => field !== '')) yield fields;
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function cleaned(field: string): string {
  const trimmed = field.replaceAll('\x1a', '').trim();
  return trimmed === '-0-' ? '' : trimmed;
}
