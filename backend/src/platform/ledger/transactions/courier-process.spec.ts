import { expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../event-store/event-store.js';
import { CourierProcess, nameOf, readName } from './courier-process.js';

const OWNERS = [
  { kind: 'anchor', events: ['AnchorOrdered'], idOf: ({ data }: RecordedEvent) => data.anchorId },
  { kind: 'payout', events: ['PayoutRunCreated', 'PayoutRunResumed'], idOf: ({ data }: RecordedEvent) => data.runId },
];

it('every owner is looked after by one process, each of its things in a lane of its own, for as long as it has to be', async () => {
  const timers = new Map<string, number>();
  const looked: string[] = [];
  let next: Date | null = new Date(5_000);
  let left = false;
  const process = new CourierProcess(
    { all: () => OWNERS as never },
    { advance: async (name) => (looked.push(name), next), leave: () => void (left = true) },
  );
  expect(process.events).toEqual(['AnchorOrdered', 'PayoutRunCreated', 'PayoutRunResumed']);
  const context = {
    commandId: () => '',
    schedule: async ({ key, dueAt }: { key: string; dueAt: Date }) => void timers.set(key, dueAt.getTime()),
    cancel: async (key: string) => void timers.delete(key),
  };
  const event = { type: 'PayoutRunCreated', data: { runId: 'due-1-2027-01-15' }, at: '1970-01-01T00:00:01.000Z' };
  expect(process.lane(event as never)).toBe('payout/due-1-2027-01-15');
  // A long run must not delay other events of the log, so a timer takes its first step.
  await process.handle(event as never, context);
  expect([looked, [...timers]]).toEqual([[], [['payout/due-1-2027-01-15', 1_000]]]);
  await process.onTimer({ key: 'payout/due-1-2027-01-15', dueAt: new Date(0) }, context);
  expect([looked, [...timers]]).toEqual([['payout/due-1-2027-01-15'], [['payout/due-1-2027-01-15', 5_000]]]);
  next = null;
  await process.onTimer({ key: 'payout/due-1-2027-01-15', dueAt: new Date(0) }, context);
  expect(timers.size).toBe(0);
  expect(left).toBe(false);
  process.onReleased();
  expect(left).toBe(true);
});

it('a name is read again as it was made, also where the id has a slash', () => {
  expect(readName(nameOf('payout', 'a/b'))).toEqual(['payout', 'a/b']);
});
