/**
 * Rows of an OFAC file: RFC 4180 without a header, CRLF or LF, fields trimmed, `-0-` for nothing. The last byte is 0x1A
 * (Ctrl-Z), which is no row.
 */
export function* rowsOf(text: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [field, next] = text[at] === '"' ? quoted(text, at) : plain(text, at);
    row.push(field);
    at = next;
    if (text[at] === ',') at++;
    else {
      if (!isBlank(row)) yield row;
      row = [];
      while (text[at] === '\r' || text[at] === '\n') at++;
    }
  }
  if (!isBlank(row)) yield row;
}

const isBlank = (row: readonly string[]) => row.every((field) => field === '');
const cleaned = (field: string) => {
  const trimmed = field.replaceAll('\x1a', '').trim();
  return trimmed === '-0-' ? '' : trimmed;
};

function plain(text: string, from: number): [string, number] {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '\n') at++;
  return [cleaned(text.slice(from, at)), at];
}

/** Two quotes inside are one; what stands between the closing quote and the comma (a blank) is dropped. */
function quoted(text: string, from: number): [string, number] {
  let value = '';
  let at = from + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return [cleaned(value + text.slice(at)), text.length];
    value += text.slice(at, end);
    if (text[end + 1] !== '"') {
      const [, next] = plain(text, end + 1);
      return [cleaned(value), next];
    }
    value += '"';
    at = end + 2;
  }
}
