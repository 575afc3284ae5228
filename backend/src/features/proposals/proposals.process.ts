import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '#platform/processes/process-manager.js';
import { ProposalSteps } from './proposal-steps.js';

const RETRY_MS = 3_000;

/** Follows proposals whether or not anybody's page is open. */
@Injectable()
export class ProposalsProcess implements ProcessManager {
  readonly name = 'proposals';
  readonly events = ['ProposalMade', 'ProposalSigned', 'ProposalSignatureAsked', 'ProposalApproved'];

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly steps: ProposalSteps,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.proposalId;
  }

  handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    return this.advance(event.data.proposalId, context);
  }

  onTimer({ key }: Timer, context: ProcessContext): Promise<void> {
    return this.advance(key, context);
  }

  private async advance(proposalId: string, context: ProcessContext): Promise<void> {
    let next: Date | null;
    try {
      next = await this.steps.advance(proposalId);
    } catch (error) {
      if (!(error instanceof TryAgainLater)) throw error;
      next = new Date(this.clock.now().getTime() + RETRY_MS);
    }
    if (next) await context.schedule({ key: proposalId, dueAt: next });
    else await context.cancel(proposalId);
  }
}
