import { hash } from 'node:crypto';
import { scratchBytes } from './scratch.js';

/** Namespace of every id derived here. Never change it, because repeated commands must always find the same ids. */
const NAMESPACE = Buffer.from('6f1d3c0e5b7a4f0e9d2c7a8b1e4f6a90', 'hex');

/** RFC 9562 UUID version 5: the same name always gives the same id. */
export function uuidv5(name: string, namespace: Uint8Array = NAMESPACE): string {
  const hex = hash('sha1', scratchBytes(namespace, name), 'hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Id of the event at `index` (from 0, over all streams) of a command. */
export const eventId = (commandId: string, index: number): string => uuidv5(`${commandId}/${index}`);
