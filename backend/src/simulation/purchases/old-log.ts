import { EVENT_CATALOGUE, UPCASTERS, type PlatformAccountEvent } from '@tknest/contracts/events';
import { START, type NewEvent, type RecordedEvent } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { upcast } from '#platform/event-store/upcasting.js';
import type { PurchaseWorld } from './purchase-world.js';

/**
 * The world's log as the program of generation 1 would have written it: tickets listed as on the ledger, assigned and
 * never burned; setup transactions without blob or conclusion; payers without kind or property. Work in progress is cut
 * off.
 */
export async function rewriteAsOldLog(world: PurchaseWorld): Promise<void> {
  world.scheduler.killAll();
  const old = new MemoryEventStore(world.clock);
  for (let after = START; ;) {
    const page = await world.store.readAll(after, { limit: 1_000 });
    for (const event of page.events)
      for (const data of asOld(event)) await old.append(event.stream, 'any', [data], world.context());
    if (page.end) break;
    after = page.next;
  }
  world.store = old;
  world.checkpoint = START;
}

/** A current event converted to generation 1 and upcast again by this program. */
function asOld(event: RecordedEvent): NewEvent[] {
  const { type, data } = event;
  const fact = event as unknown as PlatformAccountEvent;
  switch (fact.type) {
    case 'TicketBurned':
    case 'TicketReleased':
    case 'AccountTransactionConcluded':
      return [];
    case 'AccountTransactionsBegun':
      return fact.data.transactions.map(({ what, hash, sequence, lastLedgerSequence }) => ({
        type: 'PlatformTransactionSigned',
        data: { name: fact.data.name, what, hash, sequence, lastLedgerSequence },
      }));
    case 'TicketsCreated':
      return [{ type, data: { ...fact.data, hash: '' } }];
  }
  if (type === 'PayerPaymentOpened') return [again(event, { ...data, kind: undefined, reserves: undefined })];
  if (type === 'PayerPaymentClosed') {
    const outcome = ['cancelled', 'declined'].includes(data.outcome) ? 'failed' : data.outcome;
    return [again(event, { ...data, outcome })];
  }
  return [{ type, data }];
}

function again(event: RecordedEvent, data: object): NewEvent {
  const stored = { ...event, version: 1, data: JSON.parse(JSON.stringify(data)) };
  return { type: event.type, data: upcast(stored, EVENT_CATALOGUE, UPCASTERS).data };
}
