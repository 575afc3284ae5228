import { Inject, Injectable } from '@nestjs/common';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { load } from '../../platform/event-store/folding.js';
import { LEDGER, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import { VaultBlobs } from '../../platform/vault/vault-blobs.js';
import { OperationRunner } from '../tokens/operation.public.js';
import { PlatformAccounts, TicketPurposes } from '../tokens/tokens.public.js';
import { PURPOSE, redemptionFold, redemptionOf, standingOf, type RedemptionState } from './redemption.decider.js';
import { redemptionEngine } from './redemption.recipe.js';

/** Takes tokens back, one holder at a time in this process. */
@Injectable()
export class RedemptionRunner extends OperationRunner<RedemptionState> {
  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(LEDGER) ledger: LedgerPort,
    calendar: BusinessCalendar,
    blobs: VaultBlobs,
    accounts: PlatformAccounts,
    purposes: TicketPurposes,
  ) {
    super(redemptionEngine({ store, ledger, blobs, accounts, businessDate: () => calendar.today() }));
    purposes.register(PURPOSE, async (purpose) => standingOf(await load(store, redemptionFold(redemptionOf(purpose)))));
  }
}
