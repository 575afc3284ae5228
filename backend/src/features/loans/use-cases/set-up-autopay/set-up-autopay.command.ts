import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AutopayAnswer, SetupAutopayRequest } from '@tknest/contracts/api';
import { moveToBusinessDay, toNumber } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { moveDueDay, openedLoan } from '../../account/loan.decider.js';
import { loanFold, type Loan, type LoanState } from '../../account/loan.state.js';
import { collectionFold, setAutopay } from '../../collection/collection.decider.js';
import { interestRateOf, nextDueDate } from '../../loan-fields.js';
import { LoanReader } from '../../loan-reader.js';
import { mustBeOwn, Payees } from '../../payees.js';

/** The landlord turns autopay on or off: due installments are collected from the deposit. */
export class SetUpAutopay extends KeyedCommand<SetupAutopayRequest, AutopayAnswer> {}

@CommandHandler(SetUpAutopay)
export class SetUpAutopayHandler implements ICommandHandler<SetUpAutopay> {
  constructor(
    private readonly loans: LoanReader,
    private readonly payees: Payees,
    private readonly recorder: Recorder,
    private readonly readModels: ReadModels,
  ) {}

  /** @throws Refused (409 while rent automation is on, or if the due day can no longer change) */
  async execute({ session, request, key: idempotencyKey }: SetUpAutopay): Promise<AutopayAnswer> {
    const { propertyId, autoPayEnabled: enabled = true, paymentDueDay, landlordWallet, investorWallet } = request;
    await this.loans.owned(session, propertyId);
    mustBeOwn(session, landlordWallet, 'landlordWallet');
    if (enabled && investorWallet !== undefined) await this.payees.destinationOf(propertyId, investorWallet);
    const { state, position } = await this.recorder.decideAcross(
      { loan: loanFold(propertyId), collection: collectionFold(propertyId) },
      ({ loan, collection }, { businessDate: today }) => {
        const running = runningLoan(loan);
        mustBeItsTerms(request, running);
        return {
          collection: setAutopay({ propertyId, enabled, today }, collection),
          loan: enabled && paymentDueDay !== undefined ? moveDueDay(paymentDueDay, today, running) : [],
        };
      },
      { session, idempotencyKey, input: { call: 'autopay', ...request } },
    );
    await this.readModels.waitFor(position, ['loans']);
    const loan = openedLoan(state.loan);
    const next = nextDueDate(loan);
    return {
      success: true,
      monthlyPayment: toNumber(loan.account.level),
      nextPaymentDate: next && moveToBusinessDay(next),
    };
  }
}

function runningLoan(loan: LoanState): Loan {
  if (loan.status === 'none') throw new Refused('conflict', 'The loan begins when the listing is closed');
  if (loan.status === 'paid_off') throw new Refused('conflict', 'This loan is paid off');
  return loan;
}

/** @throws Refused if a posted figure is not the loan's */
function mustBeItsTerms(posted: SetupAutopayRequest, loan: Loan): void {
  const terms = {
    loanPrincipal: toNumber(loan.principal),
    interestRate: interestRateOf(loan),
    loanTermMonths: loan.termMonths,
  };
  for (const [name, expected] of Object.entries(terms) as [keyof typeof terms, number][])
    if (posted[name] !== undefined && posted[name] !== expected)
      throw new Refused('invalid', `${name} must be ${expected}`, { errors: { [name]: [`Expected ${expected}`] } });
}
