import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RedemptionAnswer } from '@tknest/contracts/api';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { loanNotFound, noticeRedemption } from '../../account/loan.decider.js';
import { loanFold } from '../../account/loan.state.js';
import { LoanReader } from '../../loan-reader.js';

/** The landlord gives 30 days' notice that all tokens will be redeemed; every holder is notified. */
export class GiveNotice extends Command<RedemptionAnswer> {
  constructor(
    readonly session: Session,
    readonly propertyId: number,
    readonly key: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(GiveNotice)
export class GiveNoticeHandler implements ICommandHandler<GiveNotice> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly loans: LoanReader,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused (404 for another landlord's property; 409 if notice was already given, or nothing is owed) */
  async execute({ session, propertyId, key: idempotencyKey }: GiveNotice): Promise<RedemptionAnswer> {
    await this.loans.owned(session, propertyId);
    const input = { call: 'redemption', propertyId };
    const context = await this.causation.contextOf({ session, idempotencyKey, input });
    const { state } = await handleCommand(
      this.store,
      loanFold(propertyId),
      (loan) => {
        if (loan.status === 'none') throw loanNotFound();
        return noticeRedemption(context.metadata.businessDate, loan);
      },
      context,
    );
    return { success: true, noticeUntil: state.redemption!.redeemableFrom };
  }
}
