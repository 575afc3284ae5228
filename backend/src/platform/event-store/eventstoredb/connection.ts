import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';

/** Where the log lies on a server of EventStoreDB. */
export interface EventStoreSettings {
  /** `esdb://…`; holds a password, so it is never told to anybody. */
  url: string;
  stream: string;
}

/**
 * What is wrong with a connection string, in words that tell nothing of it; null where nothing is.
 * @param guarded outside development: the way there is encrypted, and the server knows who comes
 */
export function wrongWith(url: string, guarded: boolean): string | null {
  const parsed = parse(url);
  if (!parsed) return 'must be a connection string like esdb://user:password@host:2113?tls=true';
  const options = new Map([...parsed.searchParams].map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]));
  if (options.get('throwonappendfailure') === 'false')
    return 'must not set throwOnAppendFailure: a refused append would look like a written one';
  if (options.get('nodepreference') && options.get('nodepreference') !== 'leader')
    return 'must not prefer another node than the leader: what others know may be old';
  if (!guarded) return null;
  if (options.get('tls') === 'false') return 'must not switch TLS off where NODE_ENV=production';
  return parsed.username ? null : 'needs a user and a password where NODE_ENV=production';
}

export interface Connection {
  client: EventStoreDBClient;
  /**
   * Given with every call. The client sends an append without them over a stream that all its appends share, which has
   * no time-out, and whose failure ends the process where two clients live in it: an answer that comes after it finds
   * nobody, and that is an exception nobody can catch.
   */
  credentials: Credentials;
}

/** Nothing is said to the server before the first call. @throws TypeError where the connection string is wrong */
export function connect(url: string): Connection {
  const wrong = wrongWith(url, false);
  if (wrong) throw new TypeError(`The connection string of EventStoreDB ${wrong}`);
  const { username, password } = parse(url)!;
  return {
    client: EventStoreDBClient.connectionString(url),
    credentials: {
      username: decodeURIComponent(username) || 'nobody',
      password: decodeURIComponent(password) || 'none',
    },
  };
}

/** Several hosts may stand there, which no URL can have: one is enough to look at the rest. */
function parse(url: string): URL | null {
  const one = /^esdb(\+discover)?:\/\/[^\s]+$/.test(url) ? url.replace(/^esdb(\+discover)?:/, 'http:') : null;
  const first = one?.replace(/^(http:\/\/(?:[^@/]*@)?[^,/?]+)(?:,[^/?]*)?/, '$1');
  return first && URL.canParse(first) ? new URL(first) : null;
}
