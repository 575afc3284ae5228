import { createHash } from 'node:crypto';

/** What an event may hold is plain JSON; anything else would come back as something different. */
export class NotPlainJson extends TypeError {
  constructor(path: string, what: string) {
    super(`${path || 'value'} is ${what}, which JSON cannot hold`);
    this.name = 'NotPlainJson';
  }
}

/**
 * One text for one value: keys sorted, no white space, numbers as JavaScript writes them (RFC 8785). Properties that are undefined are
 * left out. @throws NotPlainJson for a bigint, a function, NaN, a Date and their like, naming the place
 */
export function canonicalJson(value: unknown, path = ''): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) throw new NotPlainJson(path, String(value));
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : canonicalObject(value, path);
    default:
      throw new NotPlainJson(path, `a ${typeof value}`);
  }
}

function canonicalObject(value: object, path: string): string {
  if (Array.isArray(value)) return `[${value.map((item, index) => canonicalJson(item, `${path}[${index}]`)).join(',')}]`;
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Object]') throw new NotPlainJson(path, kind);
  const fields = value as Record<string, unknown>;
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    if (fields[key] === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(fields[key], path === '' ? key : `${path}.${key}`)}`;
  }
  return `{${text}}`;
}

/** SHA-256 (hex) of a command's input, for `AppendContext.inputHash`. */
export const inputDigest = (input: unknown): string => createHash('sha256').update(canonicalJson(input)).digest('hex');
