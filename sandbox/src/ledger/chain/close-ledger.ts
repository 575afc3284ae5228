import { applyTransaction } from '../engine/apply.js';
import type { AppliedTransaction, LedgerView } from '../engine/ledger-view.js';
import { isFailure, isLocal, isMalformed } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { toHex } from '../codec/hash.js';
import type { LedgerEntry } from '../state/entries.js';
import { Overlay, readerOf } from '../state/overlay.js';
import { existingAccount } from '../state/accounts.js';
import { canonicalOrder } from './canonical-order.js';
import { type ClosedLedger, type LedgerTransaction, sealHeader, transactionTreeHash } from './ledger.js';
import { buildMetadata } from './metadata.js';

/**
 * Passes over what could not be applied yet; from the last but one on a tec is taken (rippled: LEDGER_TOTAL_PASSES,
 * LEDGER_RETRY_PASSES).
 */
const TOTAL_PASSES = 3;
const RETRY_PASSES = 1;

export type StateChange = readonly [index: string, entry: LedgerEntry | undefined];

export interface NewLedger {
  readonly ledger: ClosedLedger;
  /** Entries that changed since the parent; undefined for a deleted one. */
  readonly changes: readonly StateChange[];
  /** The ledger's transactions in the order they were applied. */
  readonly applied: readonly Transaction[];
  /** What could not be applied, and may be in the next ledger. */
  readonly left: readonly Transaction[];
}

/** Builds the ledger after `parent` from the open ledger's transactions (rippled: buildLedger). */
export function closeLedger(parent: ClosedLedger, pending: Iterable<Transaction>, closeTime: number): NewLedger {
  const building = new BuildingLedger(parent);
  const left = applyAll(building, canonicalOrder([...pending]));
  const changes = [...building.state.changes].map(([index, c]): StateChange => [
    index,
    c.deleted ? undefined : c.entry,
  ]);
  const state = parent.state.with(changes);
  const header = sealHeader({
    index: building.index,
    parentHash: parent.header.hash,
    totalCoins: parent.header.totalCoins - building.burnt,
    transactionHash: transactionTreeHash(building.transactions),
    accountHash: toHex(state.hash()),
    parentCloseTime: parent.header.closeTime,
    networkId: parent.header.networkId,
    closeTime,
  });
  return { ledger: { header, state, transactions: building.transactions }, changes, applied: building.applied, left };
}

class BuildingLedger implements LedgerView {
  readonly open = false;
  readonly index: number;
  readonly state: Overlay;
  readonly transactions: LedgerTransaction[] = [];
  readonly applied: Transaction[] = [];
  private readonly ids = new Set<string>();
  burnt = 0n;

  constructor(readonly parent: ClosedLedger) {
    this.index = parent.header.index + 1;
    this.state = new Overlay(readerOf(parent.state));
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  record({ tx, result, changes, delivered }: AppliedTransaction): void {
    const balance = BigInt(existingAccount(this.state, tx.account).Balance);
    this.burnt += balance < tx.fee ? balance : tx.fee;
    const meta = buildMetadata({
      tx,
      changes,
      result,
      delivered,
      transactionIndex: this.transactions.length,
      ledgerIndex: this.index,
    });
    this.transactions.push({ id: tx.id, blob: tx.blob, json: tx.json, meta });
    this.applied.push(tx);
    this.ids.add(tx.id);
  }
}

/**
 * Tries all, then again those that may yet succeed; failures that cost the fee come last (rippled: applyTransactions).
 */
function applyAll(ledger: BuildingLedger, ordered: readonly Transaction[]): readonly Transaction[] {
  let waiting = ordered;
  let retry = true;
  for (let pass = 0; pass < TOTAL_PASSES; pass++) {
    const still: Transaction[] = [];
    let changes = 0;
    for (const tx of waiting) {
      const { result, applied } = applyTransaction(ledger, tx, { retry });
      if (applied) changes++;
      else if (!isFailure(result) && !isMalformed(result) && !isLocal(result)) still.push(tx);
    }
    waiting = still;
    if (changes === 0 && !retry) break;
    if (changes === 0 || pass >= RETRY_PASSES) retry = false;
  }
  return waiting;
}
