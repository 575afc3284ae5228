import type { Request } from 'express';
import { isIP } from 'node:net';

/**
 * The network of an address, which identifies a subscriber: an IPv4 address, or the /64 of an IPv6 address, which one
 * subscriber gets (RFC 6177). Text that is not an address is returned unchanged.
 */
export function networkOf(given: string): string {
  // Some proxies append the port, which differs for each connection.
  const address = /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^([^:]+):\d+$/.exec(given)?.[1] ?? given;
  const plain = address.replace(/%.*/s, '');
  if (isIP(plain) !== 6) return address;
  // In the notation of the URL standard: hexadecimal groups without leading zeros, the longest run of zeros as `::`.
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

/** The key for counting a stranger's calls, because one subscriber has a huge number of IPv6 addresses. */
export const networkOfClient = ({ ip }: Pick<Request, 'ip'>): string => networkOf(ip ?? '');
