/** What a person owes in fees: the debts of all wallets of one person count together. */
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { mustOweNoFee, payerFold } from './payer.decider.js';

/** Payments of these wallets whose fees are owed, in the order in which they became owed. */
export async function feesOwedBy(store: EventStore, wallets: readonly string[]): Promise<string[]> {
  const payers = await Promise.all(wallets.map((wallet) => load(store, payerFold(wallet))));
  return payers.flatMap(({ state }) => [...state.feesOwed.keys()]);
}

/** Before something new is started. @throws Refused (409) if one of these wallets owes a fee */
export async function mustOweNothing(store: EventStore, wallets: readonly string[]): Promise<void> {
  for (const wallet of wallets) mustOweNoFee((await load(store, payerFold(wallet))).state);
}
