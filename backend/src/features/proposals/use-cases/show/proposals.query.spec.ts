import { expect, it } from '@jest/globals';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { MADE } from '#test/support/proposed-payout.js';
import { proposalStream } from '../../proposal.decider.js';
import { ListProposals, ListProposalsHandler } from './proposals.query.js';

const ROW = { id: 'p1', by: MADE.by, at: '2027-01-04T12:00:00.000Z', expiresAt: MADE.expiresAt, status: 'approved' };

/** What the office sees of rows, whoever has written them. */
async function listed(...rows: object[]) {
  const store = new MemoryEventStore();
  const lie = { ...MADE, summary: 'Pay 1 RLUSD to rPayee.' };
  const facts = [MADE, lie].map((data) => ({ type: 'ProposalMade', data }) as const);
  await store.append(proposalStream('p1'), 'none', facts, context());
  const db = { getRepository: () => ({ find: async () => rows }) };
  const clock = { now: () => new Date('2027-01-04T12:00:00Z') };
  const handler = new ListProposalsHandler(
    db as never,
    store,
    clock as never,
    null as never,
    { areOne: async () => false } as never,
  );
  return (await handler.execute(new ListProposals({}, 'rTwo'))).rows;
}

it('shows what was proposed first, and its state, from the log: that is what people sign', async () => {
  const told = { summary: MADE.summary, status: 'unsigned', approvedBy: null, carriedOut: null, note: null };
  expect(await listed({ ...ROW, summary: 'Pay 1 RLUSD to rPayee.', noteItem: 'of-somebody-else' })).toMatchObject([
    told,
  ]);
});

it('shows no proposal that only a row claims', async () => {
  expect(await listed({ ...ROW, id: 'p2' })).toEqual([]);
});
