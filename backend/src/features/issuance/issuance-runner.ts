import { Inject, Injectable } from '@nestjs/common';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { load } from '../../platform/event-store/folding.js';
import { LEDGER, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import { VaultBlobs } from '../../platform/vault/vault-blobs.js';
import { KycStanding } from '../identity/identity.public.js';
import { OperationRunner } from '../tokens/operation.public.js';
import { PlatformAccounts, TicketPurposes } from '../tokens/tokens.public.js';
import { TryAgainLater } from '../../platform/domain/try-again-later.js';
import { issuanceFold, issuanceOf, PURPOSE, standingOf, type IssuanceState } from './issuance.decider.js';
import { issuanceEngine } from './issuance.recipe.js';
import { isVerified } from './verified.js';

const LOOK_EVERY_MS = 250;

/** Runs the engine for one issuance at a time in this process; durable timers stand behind it. */
@Injectable()
export class IssuanceRunner {
  private readonly runner: OperationRunner<IssuanceState>;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) ledger: LedgerPort,
    @Inject(CLOCK) private readonly clock: Clock,
    calendar: BusinessCalendar,
    blobs: VaultBlobs,
    accounts: PlatformAccounts,
    standing: KycStanding,
    purposes: TicketPurposes,
  ) {
    const engine = issuanceEngine({
      store,
      ledger,
      blobs,
      accounts,
      businessDate: () => calendar.today(),
      isVerified: (wallet) => isVerified(standing, wallet),
    });
    this.runner = new OperationRunner(engine);
    purposes.register(PURPOSE, async (purpose) =>
      standingOf(purpose, await load(store, issuanceFold(issuanceOf(purpose)))),
    );
  }

  /** @throws LedgerUnavailable */
  advance(issuanceId: string): Promise<IssuanceState> {
    return this.runner.advance(issuanceId);
  }

  /** Advances until it has ended, or for so long. @returns how it stands then */
  async followFor(issuanceId: string, ms: number): Promise<IssuanceState> {
    const until = this.clock.now().getTime() + ms;
    for (;;) {
      const state = await this.tried(issuanceId);
      if (state.phase !== 'open' || this.clock.now().getTime() >= until) return state;
      await this.clock.sleep(LOOK_EVERY_MS);
    }
  }

  private async tried(issuanceId: string): Promise<IssuanceState> {
    try {
      return await this.advance(issuanceId);
    } catch (error) {
      if (!(error instanceof TryAgainLater)) throw error;
      return (await load(this.store, issuanceFold(issuanceId))).state;
    }
  }
}
