import type { Request } from 'express';
import { isIP } from 'node:net';

/**
 * Whose address it is, as far as an address can tell: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * subscriber gets (RFC 6177). What is no address is given back as it is.
 */
export function networkOf(given: string): string {
  // Some proxies write the port too, which is another one for each connection.
  const address = /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^([^:]+):\d+$/.exec(given)?.[1] ?? given;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const plain = address.split('%')[0]!;
  if (isIP(plain) !== 6) return address;
  const [head = '', tail] = plain.split('::') as [string, string | undefined];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end counts as two groups.
  const length = (groups: readonly string[]) => groups.reduce((sum, one) => sum + (one.includes('.') ? 2 : 1), 0);
  const zeros = tail === undefined ? 0 : 8 - length(before) - length(after);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** By whom a stranger's calls are counted: one subscriber has more IPv6 addresses than anybody could count. */
export const networkOfClient = ({ ip }: Pick<Request, 'ip'>): string => networkOf(ip ?? '');
