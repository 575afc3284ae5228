import { beforeEach, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, opening } from '#features/operations-cases/rules.public.js';
import { bookArrival, emptyEscrow, escrowFold } from '../escrow/escrow.decider.js';
import { UnaskedSuspenseJob } from './unasked-suspense.job.js';

const MINUTE = 60_000;
let store: MemoryEventStore;
let now: number;
let job: UnaskedSuspenseJob;

beforeEach(() => {
  [store, now] = [new MemoryEventStore(), 0];
  const recorder = new Recorder(store, { contextOf: async () => context() } as never);
  job = new UnaskedSuspenseJob(store, { now: () => new Date(now) }, recorder, {} as never);
});

const arrived = async (account: `suspense/${string}`, delivered: string) => {
  const arrival = { hash: account.slice('suspense/'.length), ledgerIndex: 7, delivered, note: 'x' };
  const booked = bookArrival(arrival, [{ account, amount: parseRlusd(delivered) }], emptyEscrow);
  await store.append(escrowFold.stream, 'any', [booked], context());
};
const asked = async (subject: string) =>
  store.appendMany(await opening(store, { kind: 'escrow-suspense', subject, summary: 'x' }), context());
const resolved = (subject: string, resolution: string) => {
  const data = { caseId: `escrow-suspense-${subject}`, resolution, note: 'x' };
  return store.append(`case-escrow-suspense-${subject}`, 'any', [{ type: 'CaseResolved', data }], context());
};
const statusOf = async (subject: string) => (await load(store, caseFold(`escrow-suspense-${subject}`))).state.status;
const tenMinutes = async () => {
  for (const end = now + 11 * MINUTE; now < end; now += MINUTE) await job.look();
};

it('money that an answer left in suspense is asked about again', async () => {
  await arrived('suspense/HASH', '70');
  await asked('HASH');
  await tenMinutes();
  expect(await statusOf('HASH~2')).toBe('none');
  await resolved('HASH', 'corrected');
  await job.look();
  expect(await statusOf('HASH~2')).toBe('none');
  await tenMinutes();
  expect(await statusOf('HASH~2')).toBe('open');
  await tenMinutes();
  expect(await statusOf('HASH~3')).toBe('none');
});

it('small arrivals keep one case', async () => {
  await arrived('suspense/small-arrivals', '0.5');
  await tenMinutes();
  expect(await statusOf('small-arrivals~1')).toBe('open');
  await tenMinutes();
  expect(await statusOf('small-arrivals~2')).toBe('none');
});

it('what is too little to be paid to anybody is asked about by nobody', async () => {
  const entries = [
    { account: 'ledger' as const, amount: '-0.0000005' },
    { account: 'suspense/HASH' as const, amount: '0.0000005' },
  ];
  const data = { postingId: 'x', kind: 'arrival', entries, hash: 'HASH', ledgerIndex: 7, note: null };
  await store.append(escrowFold.stream, 'any', [{ type: 'EscrowPosted', data }], context());
  await tenMinutes();
  expect(await statusOf('HASH')).toBe('none');
});
