import { Inject, Injectable } from '@nestjs/common';
import type { PlatformAccountEvent } from '@tknest/contracts/events';
import { RippledError } from 'xrpl';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { LEDGER, LedgerUnavailable, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { Recorder } from '#platform/sessions/recorder.js';

/** The node's ledger is not the one for which the log was written. */
export class AnotherLedger extends Error {
  constructor(detail: string) {
    super(
      `This event log belongs to another ledger: ${detail}. Point XRPL_URL back to the right network, or start with an empty DATA_DIR.`,
    );
    this.name = 'AnotherLedger';
  }
}

/** Pins the log to its ledger at the first connection, and refuses any other ledger afterwards. */
@Injectable()
export class LedgerIdentity {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CONFIG) private readonly config: Config,
    private readonly connection: XrplConnection,
    private readonly recorder: Recorder,
  ) {}

  /** @throws AnotherLedger, LedgerUnavailable (also while no worker has pinned it yet) */
  async check(): Promise<void> {
    const validated = await this.ledger.validatedIndex();
    for await (const event of this.store.read('ledger-identity', { limit: 1 }))
      return this.compare((event as Extract<PlatformAccountEvent, { type: 'LedgerIdentified' }>).data, validated);
    if (this.config.role === 'web')
      throw new LedgerUnavailable('No worker has recorded yet to which ledger this log belongs');
    const { ledger_hash: ledgerHash } = await this.connection.request({ command: 'ledger', ledger_index: validated });
    await this.recorder.append('ledger-identity', 'none', [
      { type: 'LedgerIdentified', data: { network: this.config.xrpl.network, ledgerIndex: validated, ledgerHash } },
    ]);
  }

  private async compare(
    pinned: { network: string; ledgerIndex: number; ledgerHash: string },
    validated: number,
  ): Promise<void> {
    if (pinned.network !== this.config.xrpl.network)
      throw new AnotherLedger(`it was ${pinned.network}, now ${this.config.xrpl.network}`);
    if (validated < pinned.ledgerIndex)
      throw new AnotherLedger(`ledger ${pinned.ledgerIndex} was seen, the node is only at ${validated}`);
    try {
      const { ledger_hash: hash } = await this.connection.request({
        command: 'ledger',
        ledger_index: pinned.ledgerIndex,
      });
      if (hash !== pinned.ledgerHash)
        throw new AnotherLedger(`ledger ${pinned.ledgerIndex} had hash ${pinned.ledgerHash}, here it has ${hash}`);
    } catch (error) {
      // A node without that much history can neither confirm nor deny.
      if (!(error instanceof RippledError)) throw error;
    }
  }
}
