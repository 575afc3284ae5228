import { Inject, Injectable } from '@nestjs/common';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { load } from '../../platform/event-store/folding.js';
import { LEDGER, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import { VaultBlobs } from '../../platform/vault/vault-blobs.js';
import { OperationRunner } from '../tokens/operation.public.js';
import { PlatformAccounts, TicketPurposes } from '../tokens/tokens.public.js';
import { anchorFold, anchorOf, PURPOSE, standingOf, type AnchorState } from './anchor.decider.js';
import { anchorEngine } from './anchor.recipe.js';

/** Writes anchors onto the ledger, each at most once at a time in this process. */
@Injectable()
export class AnchorRunner extends OperationRunner<AnchorState> {
  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(LEDGER) ledger: LedgerPort,
    calendar: BusinessCalendar,
    blobs: VaultBlobs,
    accounts: PlatformAccounts,
    purposes: TicketPurposes,
  ) {
    super(anchorEngine({ store, ledger, blobs, accounts, businessDate: () => calendar.today() }));
    purposes.register(PURPOSE, async (purpose) => standingOf(await load(store, anchorFold(anchorOf(purpose)))));
  }
}
