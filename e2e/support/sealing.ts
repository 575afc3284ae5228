import { createHash } from 'node:crypto';

/** The seals of docs/log-format.md, implemented a second time for logs that a test forges. */

export interface Line {
  position: string;
  stream: string;
  revision: number;
  id: string;
  type: string;
  version: number;
  at: string;
  data: string;
  metadata: string;
  hash: string;
}

const int = (value: number): Buffer => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const words = (value: string): Buffer[] => [int(Buffer.byteLength(value)), Buffer.from(value)];

/** The seal of an event after the one before it, hex. */
export function sealOf(previous: Uint8Array, event: Omit<Line, 'hash'>): string {
  const position = Buffer.alloc(8);
  position.writeBigInt64BE(BigInt(event.position));
  const parts = [
    previous,
    position,
    ...words(event.stream),
    int(event.revision),
    Buffer.from(event.id.replaceAll('-', ''), 'hex'),
    ...words(event.type),
    int(event.version),
    ...words(event.at),
    ...words(event.data),
    ...words(event.metadata),
  ];
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}

/** Seals a log again from its first line, as anybody with access to the database can. */
export function sealedAnew(lines: readonly Line[]): Line[] {
  let previous: Buffer = Buffer.alloc(32);
  return lines.map((line) => {
    const hash = sealOf(previous, line);
    previous = Buffer.from(hash, 'hex');
    return { ...line, hash };
  });
}

/** RFC 8785, as far as receipts need it: no fractions. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
