import type { CommandContext } from '#platform/event-store/decider.js';
import { WrongExpectedRevision, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { opening } from '#features/operations-cases/rules.public.js';
import { isByRlusdIssuer } from '../../collecting/checks.js';
import type { Objection } from '../../collecting/ports.js';

/** One case about what RLUSD's issuer does to everybody, however many payments are refused because of it. */
export async function tellOfRestriction(
  store: EventStore,
  objection: Objection,
  { metadata }: CommandContext,
): Promise<void> {
  if (!isByRlusdIssuer(objection)) return;
  const { code: subject, message: summary } = objection;
  const writes = await opening(store, { kind: 'rlusd-restricted', subject, summary });
  if (writes.length === 0) return;
  const commandId = uuidv5(`rlusd-restricted/${metadata.commandId}`);
  await store.appendMany(writes, { metadata: { ...metadata, commandId } }).catch((error: unknown) => {
    // Another payment that was refused at the same moment has opened it.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  });
}
