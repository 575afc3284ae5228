import { EventStoreDBClient, type Credentials } from '@eventstore/db-client';
import { parseConnection, wrongWith } from '../../config/log-settings.js';

export interface Connection {
  client: EventStoreDBClient;
  /**
   * Passed with every call. Without credentials, the client sends an append over a stream that all its appends share.
   * That stream has no timeout, and if two clients are in one process, its failure ends the process: a late answer has
   * no receiver, which raises an exception that cannot be caught.
   */
  credentials: Credentials;
}

/** Nothing is sent to the server before the first call. @throws TypeError if the connection string is wrong */
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
