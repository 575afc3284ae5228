import type { NotificationKind } from '@tknest/contracts/api';
import { dayInWords, formatRlusd, moveToBusinessDay, parseRlusd } from '@tknest/contracts/money';

interface Told {
  kind: string;
  propertyName: string | null;
  about: string | null;
  amount: string | null;
  missing: string | null;
}

const TEXTS: Record<NotificationKind, (told: Told) => string> = {
  'payment-due-soon': (told) => `${amountOf(told)} for ${told.propertyName} is due on ${dayOf(told)}.`,
  'payment-due': (told) => `${amountOf(told)} for ${told.propertyName} is due today.`,
  'payment-overdue': (told) => `${amountOf(told)} for ${told.propertyName}, due on ${dayOf(told)}, is in arrears.`,
  'collection-coming': (told) =>
    `${amountOf(told)} for ${told.propertyName} will be collected from your deposit on ${dayOf(told)}.`,
  'deposit-short': (told) =>
    `The deposit for ${told.propertyName} is ${rlusd(told.missing)} short of the ${amountOf(told)} due on ${dayOf(told)}. ` +
    'Nothing was collected. The full amount is collected once the deposit covers it, unless you pay it first.',
  collected: (told) => `${amountOf(told)} was collected for ${told.propertyName}.`,
  repaid: (told) => `Your repayment of ${amountOf(told)} for ${told.propertyName} has arrived.`,
  'repayment-deposited': (told) =>
    `${amountOf(told)} for ${told.propertyName} arrived when the loan could not accept it and is kept as a deposit.`,
  'paid-off': ({ propertyName }) =>
    `The loan of ${propertyName} is paid off. Its tokens end once every rent share has been paid.`,
  'automation-changed': ({ propertyName }) => `Rent automation of ${propertyName} was set up, changed or ended.`,
  'redemption-noticed': ({ propertyName, about }) =>
    `The landlord of ${propertyName} gave notice: its tokens can be redeemed from ${about}.`,
  'redemption-due': (told) =>
    `From today the tokens of ${told.propertyName} can be redeemed: ${amountOf(told)} pays off the loan today.`,
  'investor-verification-ending': (told) => verificationEnding('an investor', told),
  'landlord-verification-ending': (told) => verificationEnding('a landlord', told),
  'tokens-refused': (told) =>
    `Your payment for ${told.propertyName} arrived and its tokens cannot be issued. Open the payment to see why. ` +
    `If this is not solved by ${dayInWords(told.about!)}, the purchase ends and the landlord owes you the payment back.`,
  'payment-owed-back': (told) =>
    `No tokens were issued for your payment for ${told.propertyName}: the landlord owes you ${amountOf(told)} back` +
    (told.about ? `, due ${dayInWords(told.about)}.` : '. It can be paid once your wallet is released.'),
  'owe-payment-back': (told) =>
    `No tokens were issued for a payment for ${told.propertyName}: you owe the buyer ${amountOf(told)} back` +
    (told.about ? `, due ${dayInWords(told.about)}.` : '. You can pay it once the buyer’s wallet is released.'),
};

const verificationEnding = (role: string, { about }: Told) =>
  `Your verification as ${role} ends on ${about}. After that nothing new can begin until you are verified again.`;

const rlusd = (amount: string | null) => `${formatRlusd(parseRlusd(amount ?? '0'))} RLUSD`;
const amountOf = ({ amount }: Told) => rlusd(amount);
const dayOf = ({ about }: Told) => moveToBusinessDay(about!);

/** What a notice says. */
export const textOf = (told: Told): string => TEXTS[told.kind as NotificationKind](told);
