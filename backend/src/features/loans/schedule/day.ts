/**
 * Processes a business day for one property: its installment falls due or into arrears, due installments are collected,
 * its landlord is reminded, its sale ends. Each step is one commit with its own command id, so a day may be processed
 * again.
 */
import type { NotificationSent } from '@tknest/contracts/events';
import { addDays, type Day } from '@tknest/contracts/money';
import { handleCommand, handleCommandAcross, type CommandContext } from '#platform/event-store/decider.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { closeListing, hasClosed, listingFold, listingStream } from '#features/listings/rules.public.js';
import { caseFold, caseIdOf } from '#features/operations-cases/rules.public.js';
import { paymentFold } from '#features/payments/rules.public.js';
import { collectionIn, escrowFold, lostCollections, nextDueRun, runFold } from '#features/payouts/rules.public.js';
import { nextOnCalendar, openLoan, upTo } from '../account/loan.decider.js';
import { loanFold, type LoanState } from '../account/loan.state.js';
import { collect, collectingOff, holdsUp, nextToCollect } from '../collection/collect.decider.js';
import { collectionFold, collectorOn, type Collecting } from '../collection/collection.decider.js';
import { remindersOn } from '../reminders.js';
import { LOST_COLLECTION, waitsFor, type GatePorts } from './gate.js';

export interface PropertyOnDay {
  loan: LoanState;
  collection: Collecting;
}

/** Whether there is anything to do on a day, judged by this state of the property. */
export function bringsAnything(day: Day, { loan, collection }: PropertyOnDay): boolean {
  if (loan.status === 'none') return false;
  const { events, state } = upTo(day, loan);
  const collected = collectorOn(collection, day) !== null;
  return (
    events.length > 0 || nextToCollect(day, loan, collection) !== null || remindersOn(day, state, collected).length > 0
  );
}

/** The context of the calendar's commands. */
export const onDay = (day: Day, propertyId: number, what: string): CommandContext => {
  const commandId = uuidv5(`schedule/${day}/${propertyId}/${what}`);
  const actor = { wallet: null, role: 'system' as const };
  return {
    metadata: { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: day },
  };
};

type Reading = Pick<GatePorts, 'store' | 'withLost'>;

export const loadProperty = async ({ store, withLost }: Reading, propertyId: number): Promise<PropertyOnDay> => {
  const [loan, collection, lost] = await Promise.all([
    load(store, loanFold(propertyId)),
    load(store, collectionFold(propertyId)),
    withLost?.has(propertyId) === false ? [] : lostCollections(store, propertyId),
  ]);
  const paidAt = lost.length > 0 ? await earliestUnderWay(store, loan.state) : Infinity;
  const ordered = lost.map((one) => ({ ...one, isNext: one.ledgerIndex <= paidAt }));
  return { loan: loan.state, collection: { ...collection.state, lost: ordered } };
};

/** The ledger of the oldest repayment that is paid and not yet received. A later collection took only the rest. */
async function earliestUnderWay(store: EventStore, loan: LoanState): Promise<number> {
  const ids = loan.status === 'none' ? [] : [...loan.underWay.keys()];
  const loaded = await Promise.all(ids.map((id) => load(store, paymentFold(id))));
  const paid = loaded.flatMap(({ state }) =>
    state.phase === 'settling' && state.principal ? [state.principal.ledgerIndex] : [],
  );
  return Math.min(...paid);
}

/**
 * Processes a property's day.
 * @param recordPositionOf the log position whose holders are paid what fell due on a day
 */
export async function workThrough(
  reading: Reading,
  propertyId: number,
  day: Day,
  recordPositionOf: (dueDate: Day) => string | null,
): Promise<void> {
  // The deposit may have grown since the day before was processed: nothing that it held then is in arrears.
  const collected = (on: Day, what: string) =>
    collectAll(reading, propertyId, on, recordPositionOf, (run) => onDay(day, propertyId, `${what}/${run}`));
  await collected(addDays(day, -1), 'collect-before');
  const eventsOf = (loan: LoanState) => (loan.status === 'none' ? [] : upTo(day, loan).events);
  await handleCommand(reading.store, loanFold(propertyId), eventsOf, onDay(day, propertyId, 'due'));
  await collected(day, 'collect');
  const { loan, collection } = await loadProperty(reading, propertyId);
  const reminders = remindersOn(day, loan, collectorOn(collection, day) !== null);
  if (reminders.length === 0) return;
  const events = reminders.map((data): NotificationSent => ({ type: 'NotificationSent', data }));
  await reading.store.append(`notifications-${propertyId}`, 'any', events, onDay(day, propertyId, 'reminders'));
}

/**
 * Processes the days that a property waited for, one after another, up to a day.
 * @returns what it still waits for; null if all days are processed
 */
export async function catchUp(
  ports: GatePorts,
  propertyId: number,
  day: Day,
  recordPositionOf: (dueDate: Day) => string | null,
): Promise<string | null> {
  const { loan } = await loadProperty(ports, propertyId);
  const missed = loan.status === 'none' ? null : nextOnCalendar(loan);
  for (let one = missed !== null && missed < day ? missed : day; one <= day; one = addDays(one, 1)) {
    // What the ledger shows as collected waits for nothing, and repayments wait for it.
    for (const on of [addDays(one, -1), one])
      await collectAll(ports, propertyId, on, recordPositionOf, (run) => onDay(on, propertyId, `lost/${run}`), true);
    const { loan: now, collection } = await loadProperty(ports, propertyId);
    if (collection.lost?.some((lost) => holdsUp(lost, one, now))) return LOST_COLLECTION;
    const waits = await waitsFor(ports, now, one, collection.lost);
    if (waits !== null) return waits;
    await workThrough(ports, propertyId, one, recordPositionOf);
  }
  return null;
}

/**
 * Collects every due installment, the oldest first, until the deposit is too small.
 * @param onlyLost only what the ledger shows as collected and a restored log lost
 */
export async function collectAll(
  reading: Reading,
  propertyId: number,
  today: Day,
  recordPositionOf: (dueDate: Day) => string | null,
  contextOf: (runId: string) => CommandContext,
  onlyLost = false,
): Promise<void> {
  for (let before: string | null = null; ;) {
    const { loan, collection } = await loadProperty(reading, propertyId);
    const next = nextToCollect(today, loan, { ...collection, onlyLost });
    if (next === null) return;
    const runId = next.lostRun ?? (await nextDueRun(reading.store, propertyId, next.installment.dueDate));
    // The same installment again: it was claimed, or waits for the next month.
    if (runId === before) return;
    before = runId;
    const recordPosition = recordPositionOf(collectionIn(runId)!.dueDate);
    await handleCommandAcross(
      reading.store,
      {
        loan: loanFold(propertyId),
        collection: collectionFold(propertyId),
        escrow: escrowFold,
        run: runFold(runId),
        off: caseFold(caseIdOf(collectingOff(propertyId))),
      },
      ({ collection: settings, ...states }) => ({
        ...collect(runId, today, recordPosition, { ...states, collection: { ...collection, ...settings, onlyLost } }),
      }),
      contextOf(runId),
    );
  }
}

/**
 * Ends a sale that has been open for long enough, according to the log. It closes once purchases in progress have
 * ended.
 */
export async function endSale(store: EventStore, propertyId: number, day: Day, openDays: number): Promise<void> {
  const since = await firstSaleOf(store, propertyId);
  if (since === null || since > addDays(day, -openDays)) return;
  await handleCommandAcross(
    store,
    { listing: listingFold(propertyId), loan: loanFold(propertyId), collection: collectionFold(propertyId) },
    ({ listing, loan, collection }) => {
      const closed = closeListing({ openDays }, listing);
      return { listing: closed, loan: hasClosed(closed) ? openLoan(listing, collection, day, loan) : [] };
    },
    onDay(day, propertyId, 'close'),
  );
}

async function firstSaleOf(store: EventStore, propertyId: number): Promise<Day | null> {
  for await (const { type, metadata } of store.read(listingStream(propertyId)))
    if (type === 'TokensPurchased') return metadata.businessDate;
  return null;
}
