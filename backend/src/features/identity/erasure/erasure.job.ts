import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, MoreThan, Not, IsNull } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { identityFold, type IdentityState } from '../identity.state.js';
import { GATEWAYS, type Gateways } from '../providers/provider.js';
import { Erasure } from '../read-models/verification/verification.entity.js';
import { DueErasures } from './due-erasures.js';
import { confirmRedaction, endRetention } from './erasure.decider.js';
import { retainedSubject } from './eraser.js';
import { TombstoneReplay } from './tombstone-replay.js';

const JOB = 'erasures';
const EVERY_MS = 30_000;

/**
 * The remaining steps of an erasure: carries it out after its delay, asks providers to delete data until they confirm,
 * destroys retained data when its retention period ends, and erases people whose data came back with a restore once no
 * hold is left.
 */
@Injectable()
export class ErasureJob implements OnApplicationBootstrap {
  private readonly log = new Logger('Erasure');

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(GATEWAYS) private readonly gateways: Gateways,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
    private readonly jobs: Jobs,
    private readonly replay: TombstoneReplay,
    private readonly due: DueErasures,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(
      EVERY_MS,
      JOB,
      () => this.round(),
      (error) => this.log.error({ err: error }, 'Erasures could not be completed; retrying'),
    );
  }

  async round(): Promise<void> {
    await this.replay.goOn();
    await this.due.carryOut();
    const erasures = this.db.getRepository(Erasure);
    for (const { wallet } of await erasures.findBy({ redactions: MoreThan(0) })) await this.redact(wallet);
    for (const { wallet } of await erasures.findBy({ retainedUntil: Not(IsNull()) })) await this.endRetention(wallet);
  }

  private async redact(wallet: string): Promise<void> {
    const { state } = await load(this.store, identityFold(wallet));
    for (const { provider, externalId, providerId } of state.redactions.values()) {
      const gateway = this.gateways[provider];
      const done = await gateway?.redact(providerId).catch((error: unknown) => {
        this.log.warn({ err: error, provider }, 'A provider has not confirmed yet that it deleted the data');
        return false;
      });
      if (!done) continue;
      const redaction = { wallet, provider, externalId };
      await this.recorder.decide(identityFold(wallet), (now) => confirmRedaction(redaction, now));
    }
  }

  /** Destroyed first, recorded second: if a round is interrupted in between, the next one repeats it. */
  private async endRetention(wallet: string): Promise<void> {
    const today = await this.calendar.today();
    const decide = async (state: IdentityState) => {
      const ended = endRetention(wallet, today, state);
      if (ended.length > 0) await this.destroyRetained(wallet, state);
      return ended;
    };
    await this.recorder.decide(identityFold(wallet), decide);
  }

  private async destroyRetained(wallet: string, { erasure }: IdentityState): Promise<void> {
    await this.vault.erase(retainedSubject(wallet));
    // If the person has applied again, the look-up digests belong to the new data and stay.
    if (erasure === 'erased') await this.vault.forgetAll(wallet);
  }
}
