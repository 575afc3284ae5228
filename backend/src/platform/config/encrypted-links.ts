/** Data that leaves this machine must be encrypted: checks the URLs of services. */
import pg from 'pg';

/** The location of clamd: a local socket, or a host; with TLS if it is another machine. */
export type Clamd = { path: string } | { host: string; port: number; tls: boolean };

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;
/** Protocols that encrypt nothing, and those that do the same over TLS. */
const OVER_TLS: Readonly<Record<string, string>> = { 'http:': 'https', 'ws:': 'wss' };

/** Why a URL must not be used in production; null if it may. */
export function linkProblem(name: string, address: string): string | null {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' };
  const instead = OVER_TLS[protocol];
  return instead && !LOCAL.test(hostname) ? `${name} must begin with ${instead}:// where NODE_ENV=production` : null;
}
const CLAMD_WORDS =
  'ANTIVIRUS_URL must be clamds://host:port, clamd+unix:///path/of/the/socket, or clamd://localhost:port: documents are never sent unencrypted';

/**
 * Judges what the driver makes of a database URL, not its text: a repeated option, `uselibpqcompat` and the environment
 * change what an `sslmode` means.
 * @returns what is wrong with it; null if nothing is
 */
export function databaseProblem(name: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  let link: { host: string; isDomainSocket: boolean; ssl: unknown };
  try {
    ({ connectionParameters: link } = new pg.Client(address) as unknown as { connectionParameters: typeof link });
  } catch {
    return `${name} names a certificate or key that cannot be read`;
  }
  const { host, isDomainSocket, ssl } = link;
  if (isDomainSocket || LOCAL.test(host) || ssl === true || (isRecord(ssl) && isChecked(ssl))) return null;
  return `${name} leads to another host without TLS: add sslmode=verify-full (and sslrootcert=<file> for a certificate of your own)`;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isChecked = ({ rejectUnauthorized, checkServerIdentity }: Record<string, unknown>): boolean =>
  rejectUnauthorized !== false && checkServerIdentity === undefined;

/** Reads the setting ANTIVIRUS_URL. */
export function readClamd(address: string | undefined, wrong: (problem: string) => void): Clamd | null {
  if (!address) return null;
  const { protocol, hostname, port, pathname } = URL.canParse(address)
    ? new URL(address)
    : { protocol: '', hostname: '', port: '', pathname: '' };
  if (protocol === 'clamd+unix:' && hostname === '' && pathname.length > 1)
    return { path: decodeURIComponent(pathname) };
  const tls = protocol === 'clamds:';
  if ((tls || (protocol === 'clamd:' && LOCAL.test(hostname))) && hostname && port)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), tls };
  wrong(CLAMD_WORDS);
  return null;
}
