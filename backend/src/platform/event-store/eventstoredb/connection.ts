import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';
import { parseConnection, wrongWith } from '../log-settings.js';

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
  const { username, password } = parseConnection(url)!;
  return {
    client: EventStoreDBClient.connectionString(url),
    credentials: {
      username: decodeURIComponent(username) || 'nobody',
      password: decodeURIComponent(password) || 'none',
    },
  };
}
