import { hash } from 'node:crypto';

/** Namespace of every id derived here. Never change it: repeated commands must find the same ids forever. */
const NAMESPACE = Buffer.from('6f1d3c0e5b7a4f0e9d2c7a8b1e4f6a90', 'hex');

/** RFC 9562 UUID version 5: the same name always gives the same id. */
export function uuidv5(name: string, namespace: Uint8Array = NAMESPACE): string {
  const named = Buffer.allocUnsafe(namespace.length + 3 * name.length);
  named.set(namespace);
  const length = namespace.length + named.write(name, namespace.length, 'utf8');
  const bytes = hash('sha1', named.subarray(0, length), 'buffer');
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Id of the event at `index` (from 0, over all streams) of a command. */
export const eventId = (commandId: string, index: number): string => uuidv5(`${commandId}/${index}`);
