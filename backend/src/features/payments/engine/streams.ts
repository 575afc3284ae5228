import type { CaseEvent, ListingEvent, PayerEvent, PaymentEvent } from '@tknest/contracts/events';
import {
  WrongExpectedRevision,
  type EventMetadata,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
} from '../../../platform/event-store/event-store.js';
import { evolveListing, listingStream, unlisted, type ListingState } from '../../listings/listings.public.js';
import {
  evolvePayer,
  evolvePayment,
  newPayer,
  noPayment,
  payerStream,
  paymentStream,
  type PayerState,
  type PaymentState,
} from '../payment.state.js';
import type { PaymentPorts } from './ports.js';

export interface Loaded<State> {
  stream: string;
  state: State;
  expected: ExpectedRevision;
  lastEventId: string | null;
}

async function load<State>(
  store: EventStore,
  stream: string,
  initial: State,
  evolve: (state: State, event: RecordedEvent) => State,
): Promise<Loaded<State>> {
  let state = initial;
  let last: RecordedEvent | null = null;
  for await (const event of store.read(stream)) {
    state = evolve(state, event);
    last = event;
  }
  return { stream, state, expected: last ? last.revision : 'none', lastEventId: last?.id ?? null };
}

export const loadPayment = (store: EventStore, id: string): Promise<Loaded<PaymentState>> =>
  load(store, paymentStream(id), noPayment, (state, event) =>
    evolvePayment(state, event as unknown as PaymentEvent, new Date(event.at)),
  );
export const loadPayer = (store: EventStore, wallet: string): Promise<Loaded<PayerState>> =>
  load(store, payerStream(wallet), newPayer, (state, event) => evolvePayer(state, event as unknown as PayerEvent));
export const loadListing = (store: EventStore, propertyId: number): Promise<Loaded<ListingState>> =>
  load(store, listingStream(propertyId), unlisted, (state, event) =>
    evolveListing(state, event as unknown as ListingEvent),
  );

/** Where a stream stands, without folding it. */
export async function lastRevision(store: EventStore, stream: string): Promise<ExpectedRevision> {
  for await (const { revision } of store.read(stream, { backwards: true, limit: 1 })) return revision;
  return 'none';
}

/** Events for one loaded stream. */
export interface Write {
  loaded: Pick<Loaded<unknown>, 'stream' | 'expected'>;
  events: readonly (PaymentEvent | PayerEvent | ListingEvent | CaseEvent)[];
}

/**
 * Appends what the payment process decided, all of it or nothing.
 * @returns false where a stream had moved: load again and decide again
 */
export async function record(
  ports: PaymentPorts,
  payment: Loaded<PaymentState>,
  writes: readonly Write[],
): Promise<boolean> {
  const written = writes.filter((write) => write.events.length > 0);
  if (written.length === 0) return true;
  const commandId = ports.newId();
  const metadata: EventMetadata = {
    commandId,
    correlationId: payment.state.paymentId || commandId,
    causationId: payment.lastEventId ?? commandId,
    actor: { wallet: null, role: 'system' },
    businessDate: await ports.businessDate(),
  };
  try {
    await ports.store.appendMany(
      written.map(({ loaded, events }) => ({
        stream: loaded.stream,
        expected: loaded.expected,
        events: events as readonly NewEvent[],
      })),
      { metadata },
    );
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return false;
    throw error;
  }
}

/** Appends to the payment's own stream. @returns false where it had moved */
export function note(ports: PaymentPorts, payment: Loaded<PaymentState>, ...events: PaymentEvent[]): Promise<boolean> {
  return record(ports, payment, [{ loaded: payment, events }]);
}
