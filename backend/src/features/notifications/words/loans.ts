import type { NoticeKind } from '@tknest/contracts/events';
import { amountOf, dayOf, payDayOf, propertyLink, rlusd, tokensOf, type Words } from './telling.js';

type Kind =
  | NoticeKind
  | 'loan-in-arrears'
  | 'loan-arrears-withdrawn'
  | 'sale-closed'
  | 'sale-resumed'
  | 'sale-ending'
  | 'tokens-redeemed';
const PROPERTY = { topic: 'properties', link: propertyLink } as const;
const MONEY = { ...PROPERTY, money: true } as const;

export const LOAN_WORDS: Record<Kind, Words> = {
  'payment-due-soon': {
    ...MONEY,
    title: (told) => `Installment due on ${payDayOf(told)}`,
    text: (told) => `${amountOf(told)} for ${told.propertyName} is due on ${payDayOf(told)}.`,
  },
  'payment-due': {
    ...MONEY,
    title: () => 'Installment due today',
    text: (told) => `${amountOf(told)} for ${told.propertyName} is due today.`,
  },
  'payment-overdue': {
    ...MONEY,
    title: () => 'A repayment is overdue',
    text: (told) => `${amountOf(told)} for ${told.propertyName}, due on ${payDayOf(told)}, is in arrears.`,
  },
  'collection-coming': {
    ...MONEY,
    title: (told) => `Collection on ${payDayOf(told)}`,
    text: (told) =>
      `${amountOf(told)} for ${told.propertyName} will be collected from your deposit on ${payDayOf(told)}.`,
  },
  'deposit-short': {
    ...MONEY,
    title: () => 'The deposit did not cover an installment',
    text: (told) =>
      `The deposit for ${told.propertyName} ` +
      (told.missing === told.amount ? 'covers none of' : `is ${rlusd(told.missing)} short of`) +
      ` the ${amountOf(told)} due on ${payDayOf(told)}. Nothing was collected. The full amount is collected once the ` +
      'deposit covers it, unless it is paid first.',
  },
  collected: {
    ...MONEY,
    title: (told) => `${amountOf(told)} collected`,
    text: (told) => `${amountOf(told)} was collected for ${told.propertyName}.`,
  },
  repaid: {
    ...MONEY,
    title: (told) => `${amountOf(told)} repaid`,
    text: (told) => `Your repayment of ${amountOf(told)} for ${told.propertyName} has arrived.`,
  },
  'repayment-deposited': {
    ...MONEY,
    title: (told) => `${amountOf(told)} kept as a deposit`,
    text: (told) =>
      `${amountOf(told)} for ${told.propertyName} arrived when the loan could not accept it and is kept as a deposit.`,
  },
  'paid-off': {
    ...PROPERTY,
    title: ({ propertyName }) => `The loan of ${propertyName} is paid off`,
    text: ({ propertyName }) =>
      `The loan of ${propertyName} is paid off. Its tokens end once every rent share has been paid.`,
  },
  'automation-changed': {
    ...PROPERTY,
    title: () => 'Rent automation changed',
    text: ({ propertyName }) =>
      `Rent automation of ${propertyName} was set up, changed or ended. While it is on, it collects every due month ` +
      'that the deposit holds, several at once if earlier ones are unpaid.',
  },
  'autopay-off': {
    ...PROPERTY,
    title: () => 'Autopay is off',
    text: ({ propertyName }) =>
      `Autopay of ${propertyName} was on and is off after a backup was restored. Turn it on again if you want it.`,
  },
  'redemption-noticed': {
    ...PROPERTY,
    title: ({ propertyName }) => `${propertyName} will be redeemed`,
    text: (told) => `The landlord of ${told.propertyName} gave notice: its tokens can be redeemed from ${dayOf(told)}.`,
  },
  'redemption-due': {
    ...MONEY,
    title: ({ propertyName }) => `${propertyName} can be redeemed`,
    text: (told) =>
      `From today the tokens of ${told.propertyName} can be redeemed: ${amountOf(told)} pays off the loan today.`,
  },
  'loan-in-arrears': {
    ...PROPERTY,
    title: (told) => `Your rent share of ${told.propertyName} due on ${payDayOf(told)} is late`,
    text: (told) =>
      `The landlord has not paid the ${amountOf(told)} due on ${payDayOf(told)}: the property is in arrears. ` +
      'Your share follows once it is paid.',
  },
  'loan-arrears-withdrawn': {
    ...PROPERTY,
    title: ({ propertyName }) => `${propertyName} is not in arrears`,
    text: (told) =>
      `The installment of ${told.propertyName} due on ${payDayOf(told)} was paid in time. The ledger showed it to us ` +
      'late. An earlier notice about arrears was wrong.',
  },
  'sale-closed': {
    ...PROPERTY,
    title: ({ propertyName }) => `The sale of ${propertyName} has closed`,
    text: (told) =>
      told.detail === '0'
        ? 'No tokens were sold, so there is no loan.'
        : `${tokensOf(told)} sold for ${amountOf(told)}. The loan and its rent shares begin now.`,
  },
  'sale-resumed': {
    ...PROPERTY,
    title: ({ propertyName }) => `${propertyName} is for sale again`,
    text: (told) => `You watch this property. It has ${tokensOf(told)} left.`,
  },
  'sale-ending': {
    ...PROPERTY,
    title: ({ propertyName }) => `${propertyName} is almost sold out`,
    text: (told) => `You watch this property. It has ${tokensOf(told)} left.`,
  },
  'tokens-redeemed': {
    ...PROPERTY,
    title: ({ propertyName }) => `Your tokens of ${propertyName} have ended`,
    text: (told) => `The loan is paid off: ${tokensOf(told)} were taken back on the ledger.`,
  },
};
