import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RedemptionAnswer } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { noticeRedemption, openedLoan } from '../../account/loan.decider.js';
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
    private readonly loans: LoanReader,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused (404 for another landlord's property; 409 if notice was already given, or nothing is owed) */
  async execute({ session, propertyId, key: idempotencyKey }: GiveNotice): Promise<RedemptionAnswer> {
    await this.loans.owned(session, propertyId);
    const { state } = await this.recorder.decide(
      loanFold(propertyId),
      (loan, { businessDate }) => noticeRedemption(businessDate, openedLoan(loan)),
      { session, idempotencyKey, input: { call: 'redemption', propertyId } },
    );
    return { success: true, noticeUntil: openedLoan(state).redemption!.redeemableFrom };
  }
}
