import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import type { IssuanceAnswer, TokenPayoutRequest } from '@tknest/contracts/api';
import { ISSUANCE } from '@tknest/contracts/rules';
import { randomUUID } from 'node:crypto';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { HandPayoutCheck, handPayoutId } from './hand-payout-check.js';
import { outcomeAnswer } from './outcome.answer.js';
import { PayFromFloat } from './pay-from-float.command.js';
import { ShowPayoutOutcome } from './payout-outcome.query.js';

/** An admin pays RLUSD manually (REQ-2.2.3.1), always out of the platform's own money, whatever seed is given. */
export class PayByHand extends KeyedCommand<TokenPayoutRequest, IssuanceAnswer> {}

const LOOK_EVERY_MS = 250;
@CommandHandler(PayByHand)
export class PayByHandHandler implements ICommandHandler<PayByHand> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly check: HandPayoutCheck,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns its state once it has ended, or when the waiting time is over
   * @throws Refused if the request names something that is not the platform's, or the float is too small; CommandReused
   */
  async execute({ session, request, key }: PayByHand): Promise<IssuanceAnswer> {
    const { recipient, amount, tag } = await this.check.mustFit(request, session);
    const operation = key ? handPayoutId(session.wallet, key) : randomUUID();
    const { payoutId } = await this.commands.execute(new PayFromFloat(session, operation, recipient, amount, tag));
    const until = this.clock.now().getTime() + ISSUANCE.waitMs;
    for (;;) {
      const outcome = await this.queries.execute(new ShowPayoutOutcome(payoutId));
      if (outcome.state !== 'under-way' || this.clock.now().getTime() >= until) return outcomeAnswer(payoutId, outcome);
      await this.clock.sleep(LOOK_EVERY_MS);
    }
  }
}
