import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AutopayAnswer, SetupAutopayRequest } from '@tknest/contracts/api';
import { moveToBusinessDay, toNumber } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { Causation } from '#platform/sessions/causation.js';
import { moveDueDay } from '../../account/loan.decider.js';
import { loanFold, type LoanState } from '../../account/loan.state.js';
import { collectionFold, setAutopay } from '../../collection/collection.decider.js';
import { interestRateOf, nextDueDate } from '../../loan-fields.js';
import { LoanReader } from '../../loan-reader.js';
import { mustBeOwn, Payees } from '../../payees.js';

/** The landlord turns autopay on or off: due installments are collected from the deposit. */
export class SetUpAutopay extends Command<AutopayAnswer> {
  constructor(
    readonly session: Session,
    readonly request: SetupAutopayRequest,
    readonly key: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(SetUpAutopay)
export class SetUpAutopayHandler implements ICommandHandler<SetUpAutopay> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly loans: LoanReader,
    private readonly payees: Payees,
    private readonly causation: Causation,
    private readonly readModels: ReadModels,
  ) {}

  /** @throws Refused (409 while rent automation is on, or if the due day can no longer change) */
  async execute({ session, request, key: idempotencyKey }: SetUpAutopay): Promise<AutopayAnswer> {
    const { propertyId, autoPayEnabled: enabled = true, paymentDueDay, landlordWallet, investorWallet } = request;
    await this.loans.owned(session, propertyId);
    mustBeOwn(session, landlordWallet, 'landlordWallet');
    if (enabled && investorWallet !== undefined) await this.payees.destinationOf(propertyId, investorWallet);
    const context = await this.causation.contextOf({ session, idempotencyKey, input: { call: 'autopay', ...request } });
    const today = context.metadata.businessDate;
    const { state, position } = await handleCommandAcross(
      this.store,
      { loan: loanFold(propertyId), collection: collectionFold(propertyId) },
      ({ loan, collection }) => {
        mustRun(loan);
        mustBeItsTerms(request, loan);
        return {
          collection: setAutopay({ propertyId, enabled, today }, collection),
          loan: enabled && paymentDueDay !== undefined ? moveDueDay(paymentDueDay, today, loan) : [],
        };
      },
      context,
    );
    await this.readModels.waitFor(position, ['loans']);
    const next = nextDueDate(state.loan);
    return {
      success: true,
      monthlyPayment: toNumber(state.loan.account.level),
      nextPaymentDate: next && moveToBusinessDay(next),
    };
  }
}

function mustRun({ status }: LoanState): void {
  if (status === 'none') throw new Refused('conflict', 'The loan begins when the listing is closed');
  if (status === 'paid_off') throw new Refused('conflict', 'This loan is paid off');
}

/** @throws Refused if a posted figure is not the loan's */
function mustBeItsTerms(posted: SetupAutopayRequest, loan: LoanState): void {
  const terms = {
    loanPrincipal: toNumber(loan.principal),
    interestRate: interestRateOf(loan),
    loanTermMonths: loan.termMonths,
  };
  for (const [name, expected] of Object.entries(terms) as [keyof typeof terms, number][])
    if (posted[name] !== undefined && posted[name] !== expected)
      throw new Refused('invalid', `${name} must be ${expected}`, { errors: { [name]: [`Expected ${expected}`] } });
}
