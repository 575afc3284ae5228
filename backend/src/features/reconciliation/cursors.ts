import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';

/** The newest ledgers are left to the next look: the payments that they hold may not have been concluded yet. */
const LEDGERS_BEHIND = 3;
export const LOG = 'reconciliation-log';

/** How far comparisons came, from the facts that they left, and the ends of what there is to compare. */
@Injectable()
export class Cursors {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
  ) {}

  /** Where the comparison of an account's transactions stands; revision -1 where it never began. */
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

  /** The ledger that the log was pinned to at first sight. */
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
