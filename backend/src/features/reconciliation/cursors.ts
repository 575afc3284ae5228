import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';

/** The newest ledgers are left for the next round, because their payments may not have been concluded yet. */
const LEDGERS_BEHIND = 3;
export const LOG = 'reconciliation-log';

/** The progress of the comparisons, from their events in the log, and the first and last ledgers to compare. */
@Injectable()
export class Cursors {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
  ) {}

  /** The progress of the comparison of an account's transactions; revision -1 if it never began. */
  async ofLedger(stream: string): Promise<{ cursor: number; revision: number }> {
    for await (const event of this.store.read(stream, { backwards: true, limit: 1 }))
      return { cursor: (event.data as { toLedger: number }).toLedger, revision: event.revision };
    return { cursor: (await this.firstLedger()) - 1, revision: -1 };
  }

  async ofLog(): Promise<{ cursor: Position; revision: number }> {
    for await (const event of this.store.read(LOG, { backwards: true, limit: 1 }))
      return { cursor: (event.data as { toPosition: Position }).toPosition, revision: event.revision };
    return { cursor: START, revision: -1 };
  }

  /** The ledger to which the log was pinned at the first connection. */
  async firstLedger(): Promise<number> {
    for await (const event of this.store.read('ledger-identity', { limit: 1 }))
      return (event.data as { ledgerIndex: number }).ledgerIndex;
    return this.ledger.validatedIndex();
  }

  /** The last ledger whose payments the log has had time to conclude. @throws LedgerUnavailable */
  async settledLedger(): Promise<number> {
    return (await this.ledger.validatedIndex()) - LEDGERS_BEHIND;
  }
}
