import { Inject, Injectable } from '@nestjs/common';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { caseFold, caseIdOf, openCase, type OpenCase } from '#features/operations-cases/rules.public.js';
import { KycStanding } from '#features/identity/true-standing.public.js';
import { loanFold } from '../account/loan.state.js';

/**
 * Money from a suspended landlord: holders still receive what they are owed, and a case asks somebody to check where it
 * came from.
 */
@Injectable()
export class SuspendedRepaymentProcess implements ProcessManager {
  readonly name = 'suspended-repayments';
  readonly events = ['RepaymentReceived', 'RepaymentDeposited'];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly standing: KycStanding,
  ) {}

  lane(event: RecordedEvent): string {
    return String(event.data.propertyId);
  }

  async handle({ data, metadata }: RecordedEvent, context: ProcessContext): Promise<void> {
    const { propertyId, hash, amount } = data as { propertyId: number; hash: string | null; amount: string };
    const repaymentId = (data.repaymentId ?? data.paymentId) as string;
    const { state: loan } = await load(this.store, loanFold(propertyId));
    if (loan.status === 'none' || !(await this.standing.stateOf(loan.owner)).suspended) return;
    const opened: OpenCase = {
      kind: 'suspended-repayment',
      subject: repaymentId,
      summary: 'A landlord who is suspended repaid a loan.',
      propertyId,
      wallet: loan.owner,
      txHash: hash,
      details: { amount },
    };
    await handleCommand(this.store, caseFold(caseIdOf(opened)), (state) => openCase(opened, state), {
      metadata: {
        commandId: context.commandId('case'),
        correlationId: metadata.correlationId,
        causationId: metadata.commandId,
        actor: { wallet: null, role: 'system' },
        businessDate: metadata.businessDate,
      },
    });
  }
}
