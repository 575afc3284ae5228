import type { Request } from 'express';
import { isIP } from 'node:net';

/**
 * Whose address it is, as far as an address can tell: an IPv4 address, or the /64 of an IPv6 address, which is what one
 * subscriber gets (RFC 6177). What is no address is given back as it is.
 */
export function networkOf(given: string): string {
  // Some proxies write the port too, which is another one for each connection.
  const address = /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^([^:]+):\d+$/.exec(given)?.[1] ?? given;
  const plain = address.replace(/%.*/s, '');
  if (isIP(plain) !== 6) return address;
  // As the URL standard writes it: in hexadecimal groups, without leading zeros, the longest run of zeros as `::`.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical) ?? [];
  if (high && low) return [high, low].flatMap(bytesOf).join('.');
  const [head = '', tail] = canonical.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

const bytesOf = (group: string): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff];

/** By whom a stranger's calls are counted: one subscriber has more IPv6 addresses than anybody could count. */
export const networkOfClient = ({ ip }: Pick<Request, 'ip'>): string => networkOf(ip ?? '');
