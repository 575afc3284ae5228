import type { ClosedLedger } from '../chain/ledger.js';
import type { AppliedTransaction, LedgerView } from '../engine/ledger-view.js';
import type { Transaction } from '../engine/transaction.js';
import { Overlay, readerOf } from '../state/overlay.js';

/** The ledger that is being filled: provisional changes over the last closed ledger. */
export class OpenLedger implements LedgerView {
  readonly open = true;
  readonly index: number;
  readonly state: Overlay;
  private readonly accepted = new Map<string, Transaction>();

  constructor(readonly parent: ClosedLedger) {
    this.index = parent.header.index + 1;
    this.state = new Overlay(readerOf(parent.state));
  }

  has(id: string): boolean {
    return this.accepted.has(id);
  }

  record({ tx }: AppliedTransaction): void {
    this.accepted.set(tx.id, tx);
  }

  get size(): number {
    return this.accepted.size;
  }

  /** In the order they came. */
  get transactions(): Iterable<Transaction> {
    return this.accepted.values();
  }

  /** A trial copy: what is applied to it is in this ledger only once committed. */
  trial(): TrialLedger {
    return new TrialLedger(this);
  }
}

/** Several transactions tried together on an open ledger: all of them, or none. */
export class TrialLedger implements LedgerView {
  readonly open = true;
  readonly state: Overlay;
  private readonly applied: AppliedTransaction[] = [];

  constructor(private readonly base: OpenLedger) {
    this.state = new Overlay(base.state);
  }

  get index(): number {
    return this.base.index;
  }

  get parent(): ClosedLedger {
    return this.base.parent;
  }

  has(id: string): boolean {
    return this.base.has(id) || this.applied.some(({ tx }) => tx.id === id);
  }

  record(applied: AppliedTransaction): void {
    this.applied.push(applied);
  }

  commit(): void {
    this.state.commit();
    for (const applied of this.applied) this.base.record(applied);
  }
}
