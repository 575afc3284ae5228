import type { NewEvent } from '../../../../platform/event-store/event-store.js';
import { load } from '../../../../platform/event-store/folding.js';
import { MemoryEventStore } from '../../../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../../../platform/event-store/testing/adapter.js';
import { TicketPool } from '../../../../platform/ledger/accounts/ticket-pool.js';
import type { Conclusion } from '../../../../platform/ledger/ledger-port.js';
import { batchFold, batchStream } from '../../runs/batch.state.js';
import { listLines } from '../../runs/division.js';
import { runFold, runStream } from '../../runs/run.state.js';
import type { PayoutPorts } from '../ports.js';

const runId = 'payback-p1';
const order = { runId, propertyId: 1, source: 'payback', period: 'x', date: 'x', recordPosition: null };
export const RUN = runStream(runId);
export const LINES = batchStream(runId, '0');
/** In the order in which they are free. */
export const TICKETS = [7, 8];

/** A run of one line, its escrow with two tickets, and a ledger that says what it is told to. */
export class OneLine {
  readonly store = new MemoryEventStore();
  readonly sent: string[] = [];
  ledgerIndex = 100;
  conclusion: Conclusion = { kind: 'pending' };
  duringSignature: () => Promise<unknown> = async () => undefined;
  private signed = 0;

  async open(): Promise<this> {
    const { started, batches } = listLines({ runId, fee: 0n }, [{ wallet: 'rA', tokens: 1, amount: 5n }]);
    const created = { ...order, amount: '0.000005', fee: '0', direct: null };
    await this.append(RUN, { type: 'PayoutRunCreated', data: created }, started);
    await this.append(LINES, batches[0]!);
    const tickets = { name: 'payoutEscrow', tickets: TICKETS, hash: 'H' };
    await this.append('account-payoutEscrow', { type: 'TicketsCreated', data: tickets });
    return this;
  }

  readonly append = (stream: string, ...events: NewEvent[]) => this.store.append(stream, 'any', events, context());

  async loaded() {
    const [run, batch] = [await load(this.store, runFold(runId)), await load(this.store, batchFold(runId, '0'))];
    return { run, batch, lines: [...batch.state.lines.values()], line: batch.state.lines.get('rA')! };
  }

  private readonly pool = new TicketPool(this.store, 'payoutEscrow');
  readonly ports = {
    store: this.store,
    turns: {},
    ledger: {
      room: async () => 100,
      validatedIndex: async () => this.ledgerIndex,
      closeIntervalMs: () => 1_000,
      fee: async () => 10n,
      reserves: async () => ({ base: 1n, increment: 1n }),
      account: async () => ({ balance: 1_000_000n, flags: 0 }),
      line: async () => ({ balance: '100', limit: '1000', frozen: false, deepFrozen: false }),
      submit: async (blob: string) => void this.sent.push(blob),
      conclude: async () => this.conclusion,
      async *history() {},
    },
    blobs: { keep: async () => (await this.duringSignature(), 'item') },
    accounts: {
      address: async () => 'rEscrow',
      sign: async () => ({ blob: 'blob', hash: `HASH${++this.signed}` }),
      tickets: () => this.pool,
      refill: async () => undefined,
    },
    blocked: async () => new Set(),
    businessDate: async () => '2027-01-15',
    settings: { rlusdIssuer: 'rIssuer' },
  } as unknown as PayoutPorts;
}
