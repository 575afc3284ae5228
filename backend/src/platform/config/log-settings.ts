/** The log's location on an EventStoreDB server. */
export interface EventStoreSettings {
  /** `esdb://…`; contains a password, so it is never shown or logged. */
  url: string;
  stream: string;
}

/** The values of EVENTSTORE_URL and EVENTSTORE_STREAM; null if the log is in PostgreSQL. */
export function readEventStore(
  env: NodeJS.ProcessEnv,
  production: boolean,
  wrong: (problem: string) => void,
): EventStoreSettings | null {
  const { EVENTSTORE_URL: url, EVENTSTORE_STREAM: stream = 'tknest' } = env;
  if (!url) return null;
  const problem = wrongWith(url, production);
  if (problem) wrong(`EVENTSTORE_URL ${problem}`);
  if (!/^[A-Za-z0-9][\w.-]{0,127}$/.test(stream))
    wrong('EVENTSTORE_STREAM must be a name of letters, digits, dots and dashes');
  return { url, stream };
}

/**
 * What is wrong with a connection string, in a message that reveals nothing of it; null if nothing is.
 * @param guarded outside development: requires encryption and credentials
 */
export function wrongWith(url: string, guarded: boolean): string | null {
  const parsed = parseConnection(url);
  if (!parsed) return 'must be a connection string like esdb://user:password@host:2113?tls=true';
  const options = new Map([...parsed.searchParams].map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]));
  if (options.get('throwonappendfailure') === 'false')
    return 'must not set throwOnAppendFailure: a refused append would look like a written one';
  if (![undefined, 'leader'].includes(options.get('nodepreference')))
    return 'must not prefer a node other than the leader: the others may be behind';
  if (!guarded) return null;
  if (options.size < [...parsed.searchParams].length) return 'must give each option once';
  if (options.get('tlsverifycert') === 'false')
    return 'must not switch the check of certificates off where NODE_ENV=production';
  if (options.get('tls') === 'false') return 'must not switch TLS off where NODE_ENV=production';
  return parsed.username ? null : 'needs a user and a password where NODE_ENV=production';
}

/** It may name several hosts, which a URL cannot; one host is enough to check the rest. */
export function parseConnection(url: string): URL | null {
  if (!/^esdb(\+discover)?:\/\/\S+$/.test(url)) return null;
  const first = url
    .replace(/^esdb(\+discover)?:/, 'http:')
    .replace(/^(http:\/\/(?:[^@/]*@)?[^,/?]+)(?:,[^/?]*)?/, '$1');
  return URL.canParse(first) ? new URL(first) : null;
}
