import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

const nameOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : null;

/** Not a name that somebody could point at this machine (DNS rebinding). */
const isPlain = (name: string): boolean => name === 'localhost' || isIP(name) > 0;

/**
 * Whether a request comes from this machine's own pages and programs. Whoever reaches the sandbox signs for everybody
 * in it, and a page of any other site in a browser here can reach it.
 * @param backendUrl whose pages follow sign requests
 */
export function isOwn({ headers: { host, origin } }: Pick<IncomingMessage, 'headers'>, backendUrl: string): boolean {
  const asked = nameOf(`http://${host ?? ''}`);
  if (asked === null || !isPlain(asked)) return false;
  if (origin === undefined) return true;
  const from = nameOf(origin);
  return from !== null && [asked, 'localhost', '127.0.0.1', '::1', nameOf(backendUrl)].includes(from);
}
