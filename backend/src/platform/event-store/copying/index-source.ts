import type { ClientBase, Pool } from 'pg';
import { firstRow } from '../../database/first-row.js';
import type { LoggedEvent } from '../eventstoredb/envelope.js';
import { LogRows } from '../postgres/log-rows.js';
import type { End, Source } from './copy-log.js';
import { withCommands } from './with-commands.js';

/**
 * The index of a log on EventStoreDB as the source of a copy to an empty server, after a restore brought the index
 * back.
 */
export class IndexSource implements Source {
  private readonly rows: LogRows;

  /** @param client may be in a transaction that is not committed yet */
  constructor(private readonly client: Pick<ClientBase | Pool, 'query'>) {
    this.rows = new LogRows(client as Pool, 'log_index');
  }

  /** Nothing needs to be closed, because no program appends to it during a restore. */
  async close(): Promise<End> {
    const { rows } = await this.client.query<{ position: string; hash: string }>(
      "select position, encode(hash, 'hex') as hash from log_index.checkpoint",
    );
    const { position, hash } = firstRow(rows);
    return { position: Number(position), hash };
  }

  async read(after: number, limit: number): Promise<LoggedEvent[]> {
    const events = await this.rows.stored(String(after).padStart(20, '0'), limit);
    return withCommands(this.client, 'log_index.commands', events);
  }
}
