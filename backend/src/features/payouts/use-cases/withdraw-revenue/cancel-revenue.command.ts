import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Recorder } from '#platform/sessions/recorder.js';
import type { Session } from '#platform/sessions/session.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { CourierService } from '#features/platform-accounts/module.public.js';
import { feesFold } from '../../escrow/escrow.decider.js';
import { cancelRevenue } from '../../escrow/revenue.decider.js';
import { batchFold } from '../../runs/batch.state.js';
import { runFold } from '../../runs/run.state.js';
import { PAYOUT_ASKING } from '../../transactions/ports.js';

/** Any admin cancels a withdrawal of revenue before it is signed: its money is revenue again. */
export class CancelRevenue extends Command<void> {
  constructor(
    readonly session: Session,
    readonly runId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelRevenue)
export class CancelRevenueHandler implements ICommandHandler<CancelRevenue> {
  constructor(
    private readonly recorder: Recorder,
    private readonly courier: CourierService,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('cancel-revenue', (asked: CancelRevenue) => this.cancel(asked));
  }

  /** @throws Refused if there is no such withdrawal, or it is being paid or over; WorkerAway */
  async execute({ session, runId }: CancelRevenue): Promise<void> {
    await this.requests.ask('cancel-revenue', { session, runId }, PAYOUT_ASKING);
  }

  private async cancel({ session, runId }: CancelRevenue): Promise<void> {
    const streams = { run: runFold(runId), lines: batchFold(runId, '0'), escrow: feesFold };
    await this.recorder.decideAcross(streams, cancelRevenue, { session });
    void this.courier.advance('payout', runId).catch(() => undefined);
  }
}
