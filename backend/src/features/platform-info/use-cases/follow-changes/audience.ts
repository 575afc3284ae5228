import { READ_MODELS, type ReadModelName } from '@tknest/contracts/api';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { PropertyPeople } from '#features/listings/readers.public.js';

/** Changed read models by the sessions that they concern. */
export interface Told {
  /** Changes announced to everybody, by read model: the properties concerned, or `any` if they are not known. */
  everybody: Map<ReadModelName, ReadonlySet<number> | 'any'>;
  wallets: Map<string, Set<ReadModelName>>;
  /** Changes not announced to strangers; the office gets all of them. */
  office: Set<ReadModelName>;
  /** Read models in which any row may have changed: every session is told. */
  sessions: Set<ReadModelName>;
}

export interface Fact {
  readModel: ReadModelName;
  event: RecordedEvent;
}

/** The wallets and the property that an event names. */
export interface Subject {
  wallets: readonly string[];
  propertyId: number | null;
}

const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
/** Streams with public events, because a property's page shows them. */
const OF_PROPERTIES = /^(listing|loan|collection)-/;
/** Events of a loan that change nothing on its property's page. */
const PRIVATE: ReadonlySet<string> = new Set(['RepaymentBegun', 'RepaymentAbandoned']);
/**
 * Streams of the compliance desk. The person concerned is told only of the events listed below, never that the desk is
 * checking them.
 */
const OF_THE_DESK = /^screening-/;
const TOLD_BY_THE_DESK: ReadonlySet<string> = new Set(['ApplicantAsked', 'ApplicantAnswered', 'ComplianceCaseDecided']);
/** Streams whose first event names the wallets that all of their events concern. */
const NAMED_AT_FIRST = /^(payment|payout|issuance|redemption|auto-issuance)-/;

/** @returns the stream with the first event that names the wallets; null if this event names them itself */
export function namedBy({ stream, data }: RecordedEvent): string | null {
  if (NAMED_AT_FIRST.test(stream)) return stream;
  const { runId } = data as { runId?: unknown };
  return typeof runId === 'string' && !subjectOf(data).wallets.length ? `payout-${runId}` : null;
}

/** The wallets and the property named anywhere in an event's data. */
export function subjectOf(data: object): Subject {
  const wallets = new Set<string>();
  const look = (value: unknown) => {
    if (typeof value === 'string') {
      if (ADDRESS.test(value)) wallets.add(value);
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(look);
  };
  look(data);
  const { propertyId } = data as { propertyId?: unknown };
  return { wallets: [...wallets], propertyId: typeof propertyId === 'number' ? propertyId : null };
}

const isKeptByTheDesk = ({ stream, type }: RecordedEvent) => OF_THE_DESK.test(stream) && !TOLD_BY_THE_DESK.has(type);

/** Whether the change is public, so that everybody is told the same. */
function isPublic(readModel: ReadModelName, event: RecordedEvent, property: PropertyPeople | undefined): boolean {
  if (READ_MODELS[readModel] !== 'public' || !OF_PROPERTIES.test(event.stream) || PRIVATE.has(event.type)) return false;
  return !property?.hidden || event.type === 'ListingHidden';
}

/**
 * The audience of these events. @param first the wallets named by the first event of each stream
 * @param people the people concerned, by property
 */
export function audienceOf(
  facts: readonly Fact[],
  first: ReadonlyMap<string, Subject>,
  people: ReadonlyMap<number, PropertyPeople>,
): Told {
  const told: Told = { everybody: new Map(), wallets: new Map(), office: new Set(), sessions: new Set() };
  const tell = (wallet: string, name: ReadModelName) =>
    told.wallets.set(wallet, (told.wallets.get(wallet) ?? new Set()).add(name));
  for (const { readModel, event } of facts) {
    const { wallets, propertyId } = fullSubject(event, first);
    const property = propertyId === null ? undefined : people.get(propertyId);
    if (propertyId !== null && isPublic(readModel, event, property)) {
      const known = told.everybody.get(readModel);
      told.everybody.set(readModel, new Set([...(known instanceof Set ? known : []), propertyId]));
      continue;
    }
    told.office.add(readModel);
    if (READ_MODELS[readModel] === 'office' || isKeptByTheDesk(event)) continue;
    const actor = event.metadata.actor.wallet;
    const concerned = actor ? [...wallets, actor] : wallets;
    for (const wallet of concerned) tell(wallet, readModel);
    if (!property) continue;
    tell(property.owner, readModel);
    if (wallets.length === 0) for (const holder of property.holders) tell(holder, readModel);
  }
  return told;
}

function fullSubject(event: RecordedEvent, first: ReadonlyMap<string, Subject>): Subject {
  const named = subjectOf(event.data);
  const more = first.get(namedBy(event) ?? '');
  if (!more) return named;
  return { wallets: [...named.wallets, ...more.wallets], propertyId: named.propertyId ?? more.propertyId };
}

/** A read model in which any row may have changed: everybody who may read it loads it again. */
export function tellAll(told: Told, name: ReadModelName): void {
  told.office.add(name);
  if (READ_MODELS[name] === 'office') return;
  told.sessions.add(name);
  if (READ_MODELS[name] === 'public') told.everybody.set(name, 'any');
}
