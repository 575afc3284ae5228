import { hash } from 'node:crypto';

/** Namespace of every id derived here. Never change it: repeated commands must find the same ids forever. */
const NAMESPACE = Buffer.from('6f1d3c0e5b7a4f0e9d2c7a8b1e4f6a90', 'hex');

/** Memory outside the heap costs more to make than to fill, so it is made once; nothing else runs meanwhile. */
let scratch: Buffer = Buffer.allocUnsafeSlow(1024);

/** RFC 9562 UUID version 5: the same name always gives the same id. */
export function uuidv5(name: string, namespace: Uint8Array = NAMESPACE): string {
  const longest = namespace.length + 3 * name.length;
  if (scratch.length < longest) scratch = Buffer.allocUnsafeSlow(2 * longest);
  scratch.set(namespace);
  const end = namespace.length + scratch.write(name, namespace.length, 'utf8');
  const hex = hash('sha1', scratch.subarray(0, end), 'hex');
  const variant = ((parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Id of the event at `index` (from 0, over all streams) of a command. */
export const eventId = (commandId: string, index: number): string => uuidv5(`${commandId}/${index}`);
