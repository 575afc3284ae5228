import type { Exact } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { escrowFold } from '../escrow/escrow.decider.js';
import { runFold, type RunState } from './run.state.js';

const RUN_ACCOUNT = 'run/';

/** Whether no earlier run of the same property still has money: runs are processed one after another. */
export async function isFirst(store: EventStore, { runId, propertyId }: RunState): Promise<boolean> {
  return propertyId === null || (await firstHolding(store, propertyId, runId)) === runId;
}

/** Whether a run of the property still has money to pay or to record as unclaimed. */
export const isPayingOut = async (store: EventStore, propertyId: number): Promise<boolean> =>
  (await firstHolding(store, propertyId, null)) !== null;

/** What runs have yet to pay or to record as unclaimed, but for those that are paused. */
export async function leftToPay(store: EventStore): Promise<Exact> {
  let left = 0n;
  for (const [account, balance] of (await load(store, escrowFold)).state.balances)
    if (account.startsWith(RUN_ACCOUNT)) {
      const { paused } = (await load(store, runFold(account.slice(RUN_ACCOUNT.length)))).state;
      if (paused === null) left += balance;
    }
  return left;
}

/** @returns the property's oldest run that still has money; `orElse` if that is older or there is none */
async function firstHolding(store: EventStore, propertyId: number, orElse: string | null): Promise<string | null> {
  const { state } = await load(store, escrowFold);
  for (const account of state.balances.keys()) {
    if (!account.startsWith(RUN_ACCOUNT)) continue;
    const run = account.slice(RUN_ACCOUNT.length);
    if (run === orElse || (await load(store, runFold(run))).state.propertyId === propertyId) return run;
  }
  return orElse;
}
