import { Injectable } from '@nestjs/common';
import { Refused } from '#platform/domain/refused.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Causation } from '#platform/sessions/causation.js';
import { ToldStanding } from '#features/identity/module.public.js';
import { KycStanding } from '#features/identity/true-standing.public.js';
import { HeldListings } from '#features/listings/module.public.js';
import { Reopening } from '#features/payouts/module.public.js';

/**
 * What follows from a hit, and from its end (rule 7): the sale of the person's listings is paused and resumed, and
 * unclaimed payouts are released. Whether a person may be paid is checked again at each payment, by the paying feature.
 * Sales pause for anybody who is told to be under review, because a pause must not tell of a hit.
 */
@Injectable()
export class ConsequencesProcess implements ProcessManager {
  readonly name = 'compliance-consequences';
  readonly events = ['PersonScreened', 'WalletScreened', 'HitsInherited', 'ComplianceCaseDecided', 'KycDecided'];

  constructor(
    private readonly standing: KycStanding,
    private readonly told: ToldStanding,
    private readonly listings: HeldListings,
    private readonly payouts: Reopening,
    private readonly causation: Causation,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.wallet;
  }

  async handle({ data }: RecordedEvent, process: ProcessContext): Promise<void> {
    const wallet: string = data.wallet;
    const isHeld = (await this.told.holdOf(wallet)) !== null;
    await this.listings.set(wallet, isHeld, (propertyId) =>
      this.causation.contextOf({ commandId: process.commandId(`listing/${propertyId}`) }),
    );
    if ((await this.standing.stateOf(wallet)).suspended) return;
    const context = await this.causation.contextOf({ commandId: process.commandId('payouts') });
    await this.payouts.released(wallet, 'The case desk released the recipient', context).catch((error: unknown) => {
      // The run is still in progress: its unclaimed lines are checked again when it ends.
      if (!(error instanceof Refused)) throw error;
    });
  }
}
