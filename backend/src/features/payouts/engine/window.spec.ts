import { expect, it } from '@jest/globals';
import type { NewEvent } from '../../../platform/event-store/event-store.js';
import { load } from '../../../platform/event-store/folding.js';
import { MemoryEventStore } from '../../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../../platform/event-store/testing/adapter.js';
import { TicketPool } from '../../../platform/ledger/accounts/ticket-pool.js';
import { batchFold, batchStream } from '../runs/batch.state.js';
import { listLines } from '../runs/division.js';
import { runFold, runStream } from '../runs/run.state.js';
import type { PayoutPorts } from './ports.js';
import { signWindow } from './window.js';

const runId = 'payback-p1';
const order = { runId, propertyId: 1, source: 'payback', period: 'x', date: 'x', recordPosition: null };

async function world(duringSignature: (store: MemoryEventStore) => Promise<unknown>) {
  const store = new MemoryEventStore();
  const append = (stream: string, ...events: NewEvent[]) => store.append(stream, 'any', events, context());
  const { started, batches } = listLines({ runId, fee: 0n }, [{ wallet: 'rA', tokens: 1, amount: 5n }]);
  const created = { ...order, amount: '0.000005', fee: '0', direct: null };
  await append(runStream(runId), { type: 'PayoutRunCreated', data: created }, started);
  await append(batchStream(runId, '0'), batches[0]!);
  const tickets = { name: 'payoutEscrow', tickets: [7, 8], hash: 'H' };
  await append('account-payoutEscrow', { type: 'TicketsCreated', data: tickets });
  const sent: string[] = [];
  const pool = new TicketPool(store, 'payoutEscrow');
  const ports = {
    store,
    turns: {},
    ledger: {
      room: async () => 100,
      validatedIndex: async () => 100,
      closeIntervalMs: () => 1_000,
      fee: async () => 10n,
      reserves: async () => ({ base: 1n, increment: 1n }),
      account: async () => ({ balance: 1_000_000n, flags: 0 }),
      line: async () => ({ balance: '100', limit: '1000', frozen: false, deepFrozen: false }),
      submit: async (blob: string) => void sent.push(blob),
    },
    blobs: { keep: async () => (await duringSignature(store), 'item') },
    accounts: {
      address: async () => 'rEscrow',
      sign: async () => ({ blob: 'blob', hash: 'HASH' }),
      tickets: () => pool,
      refill: async () => undefined,
    },
    blocked: async () => new Set(),
    businessDate: async () => '2027-01-15',
    settings: { rlusdIssuer: 'rIssuer' },
  } as unknown as PayoutPorts;
  const run = await load(store, runFold(runId));
  const batch = await load(store, batchFold(runId, '0'));
  const recorded = await signWindow(ports, { run, batch }, [...batch.state.lines.values()], 0n);
  const after = await load(store, batchFold(runId, '0'));
  return { recorded, sent, line: after.state.lines.get('rA')! };
}

it('a window is journalled, with its ticket, before anything of it is sent', async () => {
  const { recorded, sent, line } = await world(async () => undefined);
  expect({ recorded, sent, state: line.state, ticket: line.open!.ticket }).toEqual({
    recorded: true,
    sent: ['blob'],
    state: 'submitted',
    ticket: 7,
  });
});

it('a run that is paused while its window is being signed records and sends nothing of it', async () => {
  const paused = { type: 'PayoutRunPaused', data: { runId, cause: 'admin', reason: 'x' } };
  const { recorded, sent, line } = await world((store) => store.append(runStream(runId), 'any', [paused], context()));
  expect({ recorded, sent, state: line.state }).toEqual({ recorded: false, sent: [], state: 'waiting' });
});

it('a window that another instance recorded first is not sent', async () => {
  const other = { type: 'PayoutLineAbsent', data: { runId, batch: '0', wallet: 'rA', hash: 'X', reason: 'expired' } };
  const { recorded, sent } = await world((store) => store.append(batchStream(runId, '0'), 'any', [other], context()));
  expect({ recorded, sent }).toEqual({ recorded: false, sent: [] });
});
