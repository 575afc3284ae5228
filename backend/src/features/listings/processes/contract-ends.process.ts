import { Injectable } from '@nestjs/common';
import type { ListingClosed } from '@tknest/contracts/events';
import { type RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { endContract, listingFold, listingStream } from '../listing.decider.js';

/**
 * Destroys a rental contract when its loan is paid off, or when the sale has ended without a loan. It is destroyed
 * first and recorded second, so that a repeated delivery completes an interrupted one.
 */
@Injectable()
export class ContractEndsProcess implements ProcessManager {
  readonly name = 'contract-ends';
  readonly events = ['LoanPaidOff', 'ListingClosed'];

  constructor(
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  lane(event: RecordedEvent): string {
    return String(event.data.propertyId);
  }

  async handle({ type, data }: RecordedEvent, process: ProcessContext): Promise<void> {
    if (type === 'ListingClosed' && (data as ListingClosed['data']).tokensSold > 0) return;
    const { propertyId } = data as { propertyId: number };
    await this.recorder.decide(
      listingFold(propertyId),
      async (state) => {
        const ended = endContract(state);
        if (ended.length > 0) await this.vault.erase(listingStream(propertyId));
        return ended;
      },
      { commandId: process.commandId('contract') },
    );
  }
}
