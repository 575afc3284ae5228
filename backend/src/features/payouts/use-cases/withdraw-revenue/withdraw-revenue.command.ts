import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { parseRlusd } from '@tknest/contracts/money';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { inputDigest } from '#platform/event-store/canonical-json.js';
import { Recorder } from '#platform/sessions/recorder.js';
import type { Session } from '#platform/sessions/session.js';
import { notWithTwo, WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { CourierService } from '#features/platform-accounts/module.public.js';
import { feesFold } from '../../escrow/escrow.decider.js';
import { withdrawRevenue } from '../../escrow/revenue.decider.js';
import { batchFold } from '../../runs/batch.state.js';
import { runIdOf } from '../../runs/run-sources.js';
import { runFold } from '../../runs/run.state.js';
import { PAYOUT_ASKING } from '../../transactions/ports.js';

/** Where revenue goes, and how much. */
export interface Withdrawal {
  /** Decimal text, at most six decimals. */
  amount: string;
  address: string;
  tag: number | null;
}

/** The run's id for an order. */
export const revenueRunId = (operationId: string): string => runIdOf('revenue', operationId);

/**
 * Revenue leaves the fee wallet: its money leaves `fees` at once, so it cannot be withdrawn twice, and is paid after
 * the waiting time.
 */
export class WithdrawRevenue extends Command<{ payoutId: string }> {
  constructor(
    readonly session: Session,
    /** The permanent id of the order, which is carried out only once. */
    readonly operationId: string,
    readonly what: Withdrawal,
  ) {
    super();
  }
}

/** @throws Refused if the settings name another destination, or none */
function mustGoTo({ address, tag }: Withdrawal, revenue: Config['revenue']): void {
  if (address !== revenue.address || tag !== revenue.tag)
    throw new Refused(
      'conflict',
      'The settings name another address or destination tag for revenue. Nothing was paid. Propose it again.',
    );
}

@CommandHandler(WithdrawRevenue)
export class WithdrawRevenueHandler implements ICommandHandler<WithdrawRevenue> {
  constructor(
    private readonly recorder: Recorder,
    private readonly calendar: BusinessCalendar,
    private readonly courier: CourierService,
    private readonly requests: WorkerRequests,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'fourEyes' | 'revenue'>,
  ) {
    const onlyOne = notWithTwo(config, 'Withdrawing revenue takes two people. Propose it instead.');
    requests.carryOut('withdraw-revenue', (asked: WithdrawRevenue) => this.withdraw(asked), onlyOne);
  }

  /** @throws Refused if less can be withdrawn, or the settings name another destination; CommandReused */
  execute(order: WithdrawRevenue): Promise<{ payoutId: string }> {
    return this.requests.ask('withdraw-revenue', order, PAYOUT_ASKING);
  }

  private async withdraw({ session, operationId, what }: WithdrawRevenue): Promise<{ payoutId: string }> {
    mustGoTo(what, this.config.revenue);
    const payoutId = revenueRunId(operationId);
    const amount = parseRlusd(what.amount);
    const notBefore = new Date(this.clock.now().getTime() + this.config.revenue.waitMs);
    const order = { runId: payoutId, date: await this.calendar.today(), amount, notBefore };
    await this.recorder.decideAcross(
      { run: runFold(payoutId), lines: batchFold(payoutId, '0'), escrow: feesFold },
      (states) => withdrawRevenue(order, { wallet: what.address, tag: what.tag }, states),
      { session, idempotencyKey: payoutId, input: inputDigest({ payoutId, ...what }) },
    );
    void this.courier.advance('payout', payoutId).catch(() => undefined);
    return { payoutId };
  }
}
