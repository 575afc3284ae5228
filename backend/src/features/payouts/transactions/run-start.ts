/** How a run starts: its lines from the register, in batches, in one commit with the books. */
import type { PayoutLinesListed } from '@tknest/contracts/events';
import { exactOf, toDecimal } from '@tknest/contracts/money';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load, type Loaded } from '#platform/event-store/folding.js';
import type { EventStore, Position } from '#platform/event-store/event-store.js';
import type { Commit } from '#platform/ledger/transactions/group.js';
import { escrowFold, post, type AnyPosted, type EscrowState } from '../escrow/escrow.decider.js';
import { batchStream } from '../runs/batch.state.js';
import { divide, listed, listLines } from '../runs/division.js';
import { FEE_BATCH, runFold, runStream, type RunState } from '../runs/run.state.js';
import type { PayoutPorts } from './ports.js';

/** Lists the run's payees and amounts. @returns null if there is no holder to pay */
export async function runStart(ports: PayoutPorts, run: Loaded<RunState>): Promise<Commit | null> {
  const { runId, propertyId, recordPosition, amount, fee } = run.state;
  const until = recordPosition ?? (await createdAt(ports.store, runId));
  const holders = propertyId === null ? new Map<string, number>() : await ports.holders(propertyId, until);
  if (holders.size === 0) return null;
  const { started, batches } = listLines(run.state, divide(amount - fee, holders));
  const feeLine = { wallet: await ports.accounts.address('feeWallet'), tokens: null, amount: toDecimal(fee) };
  const all: PayoutLinesListed[] = fee > 0n ? [...batches, listed(runId, FEE_BATCH, [feeLine])] : batches;
  return {
    decidedOn: run,
    shared: [escrowFold.stream],
    writes: async () => {
      const escrow = await load(ports.store, escrowFold);
      // Another instance may have listed it in the meantime; then the fee is posted already.
      if ((await load(ports.store, runFold(runId))).revision !== run.revision) return null;
      return [
        writeTo(run, [started]),
        ...all.map((batch) => ({
          stream: batchStream(runId, batch.data.batch),
          expected: 'none' as const,
          events: [batch],
        })),
        ...(fee > 0n ? [writeTo(escrow, [feeDue(run.state, escrow.state)])] : []),
      ];
    },
  };
}

const feeDue = ({ runId, fee }: RunState, escrow: EscrowState): AnyPosted =>
  post(
    {
      postingId: `fee-due/${runId}`,
      kind: 'fee-due',
      entries: [
        { account: `run/${runId}`, amount: -exactOf(fee) },
        { account: 'fee-payable', amount: exactOf(fee) },
      ],
    },
    escrow,
  );

async function createdAt(store: EventStore, runId: string): Promise<Position> {
  for await (const { position } of store.read(runStream(runId), { limit: 1 })) return position;
  throw new Error(`There is no run ${runId}`);
}
