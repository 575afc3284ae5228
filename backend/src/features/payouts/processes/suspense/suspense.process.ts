import { Inject, Injectable } from '@nestjs/common';
import { microOf } from '@tknest/contracts/money';
import { BusinessCalendar } from '../../../../platform/clock/business-calendar.js';
import { handleCommandAcross } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager } from '../../../../platform/processes/process-manager.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { caseStream } from '../../../cases/cases.public.js';
import { balanceOf, escrowFold } from '../../escrow/escrow.decider.js';
import { releaseSuspense } from '../../escrow/suspense.decider.js';
import { batchFold } from '../../runs/batch.state.js';
import { runFold } from '../../runs/run.state.js';

const SUSPENSE = 'escrow-suspense-';

/** A person who resolves the case of money in suspense has said where it goes. */
@Injectable()
export class SuspenseProcess implements ProcessManager {
  readonly name = 'escrow-suspense';
  readonly events = ['CaseResolved'];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
    private readonly calendar: BusinessCalendar,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.caseId;
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    const { caseId, resolution } = event.data as { caseId: string; resolution: string };
    if (!caseId.startsWith(SUSPENSE)) return;
    const hash = caseId.slice(SUSPENSE.length);
    const { wallet, propertyId } = await this.opened(caseId);
    const runId = `return-${hash}`;
    const today = await this.calendar.today();
    await handleCommandAcross(
      this.store,
      { run: runFold(runId), lines: batchFold(runId, '0'), escrow: escrowFold },
      ({ run, escrow }) => {
        const amount = microOf(balanceOf(escrow, `suspense/${hash}`));
        return releaseSuspense({ hash, runId, wallet, propertyId, resolution, today, amount }, { run, escrow });
      },
      await this.causation.contextOf({ commandId: context.commandId(0) }),
    );
  }

  private async opened(caseId: string): Promise<{ wallet: string; propertyId: number | null }> {
    for await (const { data } of this.store.read(caseStream(caseId), { limit: 1 })) return data;
    throw new Error(`There is no case ${caseId}`);
  }
}
