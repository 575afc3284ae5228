/** Data that leaves this machine must be encrypted: checks the URLs of services. */

/** The location of clamd: a local socket, or a host; with TLS if it is another machine. */
export type Clamd = { path: string } | { host: string; port: number; tls: boolean };

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;
/** Connection options with which the PostgreSQL client requires TLS and verifies the server's certificate. */
const CHECKED_TLS: ReadonlySet<string | null> = new Set(['require', 'verify-ca', 'verify-full']);
const CLAMD_WORDS =
  'ANTIVIRUS_URL must be clamds://host:port, clamd+unix:///path/of/the/socket, or clamd://localhost:port: documents are never sent unencrypted';

/** @returns what is wrong with a database URL; null if nothing is */
export function databaseProblem(name: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  // A path is a local socket.
  if (host === '' || host.startsWith('/') || LOCAL.test(host) || CHECKED_TLS.has(searchParams.get('sslmode')))
    return null;
  return `${name} leads to another host without TLS: add sslmode=verify-full (and sslrootcert=<file> for a certificate of your own)`;
}

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
