import { createHash } from 'node:crypto';

/** An event may only contain plain JSON; anything else would be read back as something different. */
export class NotPlainJson extends TypeError {
  constructor(path: string, what: string) {
    super(`${path || 'value'} is ${what}, which JSON cannot hold`);
    this.name = 'NotPlainJson';
  }
}

/**
 * One text for one value: keys sorted, no white space, numbers as JavaScript writes them (RFC 8785). Properties that
 * are undefined are left out. @throws NotPlainJson for a bigint, a function, NaN, a Date and their like, naming the
 * place
 */
export function canonicalJson(value: unknown, name = ''): string {
  const text = write(value);
  if (text === null) throw complaint(value, name)!;
  return text;
}

/**
 * Null if JSON cannot represent the value. Runs for every event that is written, so for speed it does not track paths.
 */
function write(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      return Number.isFinite(value) ? String(value) : null;
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? writeArray(value) : writeObject(value as Record<string, unknown>);
    default:
      return null;
  }
}

function writeArray(items: unknown[]): string | null {
  let text = '';
  for (let index = 0; index < items.length; index++) {
    const item = write(items[index]);
    if (item === null) return null;
    text += index === 0 ? item : `,${item}`;
  }
  return `[${text}]`;
}

function writeObject(fields: Record<string, unknown>): string | null {
  if (!isPlain(fields)) return null;
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    if (fields[key] === undefined) continue;
    const item = write(fields[key]);
    if (item === null) return null;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${item}`;
  }
  return `{${text}}`;
}

const isPlain = (value: object): boolean => Object.prototype.toString.call(value) === '[object Object]';

/** What is wrong, and at which path; undefined if nothing is. */
function complaint(value: unknown, path: string): NotPlainJson | undefined {
  if (write(value) !== null) return undefined;
  if (Array.isArray(value)) return first(value.map((item, index) => () => complaint(item, `${path}[${index}]`)));
  if (typeof value === 'object' && value !== null && isPlain(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return first(
      fields.map(
        ([key, field]) =>
          () =>
            complaint(field, path === '' ? key : `${path}.${key}`),
      ),
    );
  }
  return new NotPlainJson(
    path,
    typeof value === 'object'
      ? Object.prototype.toString.call(value)
      : typeof value === 'number'
        ? String(value)
        : `a ${typeof value}`,
  );
}

function first<Found>(searches: (() => Found | undefined)[]): Found | undefined {
  for (const search of searches) {
    const found = search();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** SHA-256 (hex) of a command's input, for `AppendContext.inputHash`. */
export const inputDigest = (input: unknown): string => createHash('sha256').update(canonicalJson(input)).digest('hex');
