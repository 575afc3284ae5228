import type { LoanView, ScheduleRow } from '@tknest/contracts/api';
import {
  accountText,
  comingInstallments,
  dueOf,
  minimumRepayment,
  payoffQuote,
  toNumber,
  totalOf,
  type Day,
  type Micro,
} from '@tknest/contracts/money';
import { upTo } from '../../account/loan.decider.js';
import type { Loan, LoanState } from '../../account/loan.state.js';
import { claimsOf } from '../../collection/collect.decider.js';
import type { CollectionState } from '../../collection/collection.decider.js';
import { loanFieldsOf, NO_LOAN } from '../../loan-fields.js';

export interface Shown {
  property: { propertyId: number; name: string; owner: string };
  loan: LoanState;
  collection: CollectionState;
  deposit: Micro;
  today: Day;
}

const NOT_BEGUN = {
  ...NO_LOAN,
  schedule: [],
  quote: null,
  claims: [],
  due: null,
  minimumRepayment: null,
  account: null,
  openedOn: null,
  paidOffOn: null,
  redemption: null,
} satisfies Partial<LoanView>;

/** The loan as its landlord sees it on a day. */
export function loanViewOf({ property, loan: recorded, collection, deposit, today }: Shown): LoanView {
  const common = {
    propertyId: property.propertyId,
    propertyName: property.name,
    ownerWallet: property.owner,
    deposit: toNumber(deposit),
    rentAutomation: collection.automation !== null,
  };
  if (recorded.status === 'none') return { ...common, ...NOT_BEGUN };
  const { state: loan } = upTo(today, recorded);
  const { loanStatus, arrears } = loanFieldsOf(recorded, collection);
  const isOpen = loan.status === 'open';
  const quote = payoffQuote(loan.account, today);
  return {
    ...common,
    ...loanFieldsOf(loan, collection),
    // Arrears are what the schedule recorded: a day may wait for a repayment that was made in time.
    loanStatus,
    arrears,
    schedule: scheduleOf(loan),
    quote: isOpen
      ? {
          date: today,
          amount: toNumber(quote.amount),
          principal: toNumber(quote.principal),
          interest: toNumber(quote.interest),
          arriving: toNumber([...loan.underWay.values()].reduce((sum, { amount }) => sum + amount, 0n)),
        }
      : null,
    claims: claimsOf(loan, deposit).map(({ dueDate, amount, missing }) => ({
      dueDate,
      amount: toNumber(amount),
      missing: toNumber(missing),
    })),
    due: isOpen ? toNumber(totalOf(dueOf(loan.account))) : null,
    minimumRepayment: isOpen ? toNumber(minimumRepayment(loan.account, today)) : null,
    account: isOpen ? accountText(loan.account) : null,
    openedOn: loan.openedOn,
    paidOffOn: loan.paidOffOn,
    redemption: loan.redemption && {
      noticedOn: loan.redemption.date,
      redeemableFrom: loan.redemption.redeemableFrom,
    },
  };
}

/** Installments that have fallen due, as they did, and those to come. */
function scheduleOf({ fallen, account }: Loan): ScheduleRow[] {
  const unpaid = new Set(account.due.map(({ dueDate }) => dueDate));
  const past = fallen.map(({ number, dueDate, interest, principal, balance }) => ({
    number,
    dueDate,
    payment: toNumber(interest + principal),
    interest: toNumber(interest),
    principal: toNumber(principal),
    balance: toNumber(balance),
    paid: !unpaid.has(dueDate),
  }));
  const coming = comingInstallments(account).map(
    ({ number, dueDate, payment, interest, principal, balance, prepaid }) => ({
      number,
      dueDate,
      payment: toNumber(payment),
      interest: toNumber(interest),
      principal: toNumber(principal),
      balance: toNumber(balance),
      paid: prepaid >= payment,
    }),
  );
  return [...past, ...coming];
}
