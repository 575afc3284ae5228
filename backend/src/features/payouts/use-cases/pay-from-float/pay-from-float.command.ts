import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { parseRlusd } from '@tknest/contracts/money';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { inputDigest } from '#platform/event-store/canonical-json.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { escrowFold } from '../../escrow/escrow.decider.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { notWithTwo, WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { CourierService } from '#features/platform-accounts/module.public.js';
import { PAYOUT_ASKING } from '../../transactions/ports.js';
import { batchFold } from '../../runs/batch.state.js';
import { fundPayees } from '../../runs/run.decider.js';
import { runIdOf } from '../../runs/run-sources.js';
import { runFold } from '../../runs/run.state.js';

/** The run's id for an order. */
export const payoutIdOf = (operationId: string): string => runIdOf('by-hand', operationId);

/**
 * An admin pays somebody out of the platform's own `float`, journaled first like every payout. Money that cannot be
 * paid returns there.
 */
export class PayFromFloat extends Command<{ payoutId: string }> {
  constructor(
    readonly session: Session,
    /** The permanent id of the order, which is carried out only once. */
    readonly operationId: string,
    readonly recipient: string,
    /** Decimal text or number, at most six decimals. */
    readonly amount: string | number,
    /** The destination tag of its payment. */
    readonly tag?: number,
  ) {
    super();
  }
}

@CommandHandler(PayFromFloat)
export class PayFromFloatHandler implements ICommandHandler<PayFromFloat> {
  constructor(
    private readonly recorder: Recorder,
    private readonly calendar: BusinessCalendar,
    private readonly courier: CourierService,
    private readonly requests: WorkerRequests,
    @Inject(CONFIG) config: Pick<Config, 'fourEyes'>,
  ) {
    const onlyOne = notWithTwo(config, 'A manual payout takes two people here. Propose it instead.');
    requests.carryOut('pay-from-float', (asked: PayFromFloat) => this.pay(asked), onlyOne);
  }

  /** @throws Refused if the float is too small; CommandReused if the operation id was used for something else */
  execute(order: PayFromFloat): Promise<{ payoutId: string }> {
    return this.requests.ask('pay-from-float', order, PAYOUT_ASKING);
  }

  private async pay({
    session,
    operationId,
    recipient,
    amount: asked,
    tag,
  }: PayFromFloat): Promise<{ payoutId: string }> {
    const payoutId = payoutIdOf(operationId);
    const amount = parseRlusd(asked);
    const today = await this.calendar.today();
    const order = {
      runId: payoutId,
      propertyId: null,
      source: 'by-hand' as const,
      period: today,
      date: today,
      recordPosition: null,
      amount,
      fee: 0n,
    };
    const input = { payoutId, recipient, amount: amount.toString(), ...(tag !== undefined && { tag }) };
    await this.recorder.decideAcross(
      { run: runFold(payoutId), lines: batchFold(payoutId, '0'), escrow: escrowFold },
      ({ run, escrow }) =>
        fundPayees(order, 'float', [{ wallet: recipient, amount, ...(tag !== undefined && { tag }) }], { run, escrow }),
      { session, idempotencyKey: payoutId, input: inputDigest(input) },
    );
    void this.courier.advance('payout', payoutId).catch(() => undefined);
    return { payoutId };
  }
}
