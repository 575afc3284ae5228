import { addDays, type Day } from '@tknest/contracts/money';
import { recordPositionOf, workedDays, type WorkedDays } from '#platform/calendar/worked-days.js';
import type { EventStore, NewEvent } from '#platform/event-store/event-store.js';
import { expectedOf, load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { lostCollections } from '#features/payouts/rules.public.js';
import { bringsAnything, catchUp, endSale, loadProperty, type PropertyOnDay } from './day.js';
import type { GatePorts } from './gate.js';

/** What the calendar needs to know about the properties. */
export interface DayPorts extends GatePorts {
  /** Properties with an open loan. */
  openLoans(): Promise<readonly number[]>;
  /** Properties whose sale has been open for long enough on a day. */
  salesToEnd(day: Day): Promise<readonly number[]>;
  listingOpenDays: number;
  isStopping(): boolean;
  /** Where days pass faster than payments settle: waits for what the days before pay, so that it is paid on its day. */
  paid?(): Promise<void>;
  /** A property's day waits for a repayment or `ESCROW_FOLLOWER`: it is caught up on later. Other properties go on. */
  waits(propertyId: number, what: string): void;
  /** Reports a failure for one property; if it throws, everything stops. */
  failed(propertyId: number, error: unknown): void;
}

export const loadDays = async (store: EventStore): Promise<WorkedDays> => (await load(store, workedDays)).state;

/** Processes every day after the last completed one, up to the goal, each completely before the next begins. */
export async function workDays(ports: DayPorts, goal: Day): Promise<void> {
  const { store } = ports;
  const loans = new Map<number, PropertyOnDay>();
  const { completed } = await loadDays(store);
  // No day before the first one can have been missed: loans catch up on earlier due dates themselves.
  for (let day = completed ? addDays(completed, 1) : goal; day <= goal; day = addDays(day, 1)) {
    if (ports.isStopping()) return;
    // A sale that ends in the meantime begins a loan.
    const withLost = new Set((await lostCollections(store)).map(({ propertyId }) => propertyId));
    const reading = { ...ports, withLost };
    for (const id of await ports.openLoans()) if (!loans.has(id)) loans.set(id, await loadProperty(reading, id));
    const due = [...loans].filter(([, property]) => bringsAnything(day, property)).map(([id]) => id);
    const ending = await ports.salesToEnd(day);
    const isBusy = due.length + ending.length > 0;
    if (!isBusy && day < goal) continue;
    await ports.paid?.();
    if (isBusy) await workDay(reading, day, { due, ending, loans });
    await write(store, day, 'end', { date: day });
  }
}

async function workDay(
  ports: DayPorts,
  day: Day,
  { due, ending, loans }: { due: number[]; ending: readonly number[]; loans: Map<number, PropertyOnDay> },
): Promise<void> {
  const { store } = ports;
  await write(store, day, 'begin', { date: day, recordPosition: await store.head() });
  const days = await loadDays(store);
  // A failure for one property does not delay others: its next day makes up for it, with the original dates.
  const orElse = (propertyId: number, work: Promise<void>) =>
    work.catch((error: unknown) => ports.failed(propertyId, error));
  for (const id of due) await orElse(id, workProperty(ports, id, day, days));
  for (const id of ending) await orElse(id, endSale(store, id, day, ports.listingOpenDays));
  for (const id of [...due, ...ending]) loans.set(id, await loadProperty(ports, id));
}

/** Processes the days of a property up to a day, or reports what it waits for. */
export async function workProperty(
  ports: Pick<DayPorts, keyof GatePorts | 'waits'>,
  id: number,
  day: Day,
  days: WorkedDays,
): Promise<void> {
  const waits = await catchUp(ports, id, day, (dueDate) => recordPositionOf(days, dueDate));
  if (waits !== null) ports.waits(id, waits);
}

/** Each day is begun and completed once, by whichever instance does it. */
async function write(store: EventStore, day: Day, what: 'begin' | 'end', data: object): Promise<void> {
  const loaded = await load(store, workedDays);
  const { completed, begun } = loaded.state;
  if ((completed ?? '') >= day || (what === 'begin' && begun.at(-1)?.date === day)) return;
  const events: NewEvent[] = [{ type: what === 'begin' ? 'BusinessDayBegun' : 'BusinessDayCompleted', data }];
  const commandId = uuidv5(`schedule/${day}/${what}`);
  const actor = { wallet: null, role: 'system' as const };
  const metadata = { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: day };
  await store.append(loaded.stream, expectedOf(loaded), events, { metadata });
}
