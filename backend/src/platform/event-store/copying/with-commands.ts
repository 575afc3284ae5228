import type { ClientBase, Pool } from 'pg';
import type { LoggedCommand, LoggedEvent } from '../eventstoredb/envelope.js';
import { eventId } from '../ids.js';
import type { SealedEvent } from '../seal.js';

/** Events with the results of their commands, on the first event of each command. */
export async function withCommands(
  client: Pick<ClientBase | Pool, 'query'>,
  table: 'eventstore.commands' | 'log_index.commands',
  events: readonly SealedEvent[],
): Promise<LoggedEvent[]> {
  const first = new Map<SealedEvent, string>();
  for (const event of events) {
    const { commandId } = JSON.parse(event.metadata) as { commandId: string };
    if (event.id === eventId(commandId, 0)) first.set(event, commandId);
  }
  const { rows } = await client.query<LoggedCommand & { position: string }>(
    `select id, input_hash as "inputHash", position, revisions, result from ${table} where id = any($1)`,
    [[...first.values()]],
  );
  const commands = new Map(rows.map((row) => [row.id, { ...row, position: Number(row.position) }]));
  return events.map((event) => ({ ...event, command: commands.get(first.get(event) ?? '') ?? null }));
}
