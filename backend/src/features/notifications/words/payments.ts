import type { NotificationKind } from '@tknest/contracts/api';
import { SPENT_BEFORE } from '@tknest/contracts/events';
import { unclaimedCure } from '@tknest/contracts/words';
import { amountOf, dayOf, HOME, monthOf, tokensOf, type ToldRow, type Words } from './telling.js';

type Kind = Extract<
  NotificationKind,
  | `payment-${'settled' | 'received' | 'failed' | 'owed-back'}`
  | `rent-${string}`
  | 'signature-waiting'
  | 'tokens-refused'
  | 'owe-payment-back'
  | 'payout-received'
  | 'deposit-withdrawn'
>;
const PAYMENT = { topic: 'payments', money: true } as const;
const RENT = { topic: 'rent', money: true } as const;
const receipt = ({ ref }: ToldRow) => `/receipts/${encodeURIComponent(ref!)}`;
const home = () => HOME;
const tokensAre = (told: ToldRow) => `${tokensOf(told)} of ${told.propertyName} ${told.detail === '1' ? 'is' : 'are'}`;
const forProperty = ({ propertyName }: ToldRow) => (propertyName ? ` for ${propertyName}` : '');
const ofProperty = ({ propertyName }: ToldRow) => (propertyName ? ` of ${propertyName}` : '');

const cureOf = ({ detail }: ToldRow) =>
  unclaimedCure(detail ?? '') ?? 'It stays yours and is paid once the cause is fixed.';
const cure = ({ detail }: ToldRow) =>
  detail === 'no-line' || detail === 'limit' ? '/trust-line-setup' : '/wallet-guide';

/** Tokens that could not be issued. */
const undelivered = (told: ToldRow) =>
  `No tokens were issued for your payment for ${told.propertyName}: the landlord owes you ${amountOf(told)} back` +
  (told.about ? `, due ${dayOf(told)}.` : '. We will tell you when it is due.');
const undeliveredBy = (told: ToldRow) =>
  `No tokens were issued for a payment for ${told.propertyName}: you owe the buyer ${amountOf(told)} back` +
  (told.about ? `, due ${dayOf(told)}.` : '. It is not due yet: we will tell you when you can pay it.');
/** Money that arrived too late, or a second time. */
const LANDED: Record<string, { toPayer(told: ToldRow): string; toPayee(told: ToldRow): string } | undefined> = {
  late: {
    toPayer: (told) =>
      `Your payment${forProperty(told)} arrived after it had ended: ${amountOf(told)} is owed back to you, due ${dayOf(told)}.`,
    toPayee: (told) =>
      `A payment${forProperty(told)} arrived after it had ended: you owe ${amountOf(told)} back, due ${dayOf(told)}.`,
  },
  twice: {
    toPayer: (told) => `You paid${forProperty(told)} twice: ${amountOf(told)} is owed back to you, due ${dayOf(told)}.`,
    toPayee: (told) =>
      `A payment${forProperty(told)} was made twice: you owe ${amountOf(told)} back, due ${dayOf(told)}.`,
  },
};

export const PAYMENT_WORDS: Record<Kind, Words> = {
  'signature-waiting': {
    ...PAYMENT,
    title: () => 'Waiting for your signature',
    text: (told) =>
      told.detail && told.propertyName
        ? `${tokensAre(told)} held for you while you sign.`
        : `Your payment of ${amountOf(told)}${forProperty(told)} waits until you sign it.`,
    link: ({ ref }) => `${HOME}?payment=${ref}`,
  },
  'payment-settled': {
    ...PAYMENT,
    title: (told) => `${amountOf(told)} paid`,
    text: (told) =>
      told.detail && told.propertyName
        ? `Your payment settled: ${tokensAre(told)} yours.`
        : `Your payment${forProperty(told)} settled.`,
    link: receipt,
  },
  'payment-received': {
    ...PAYMENT,
    title: (told) => `${amountOf(told)} received`,
    text: (told) => `A payment${forProperty(told)} arrived in your wallet.`,
    link: receipt,
  },
  'payment-failed': {
    ...PAYMENT,
    title: ({ detail }) =>
      detail === SPENT_BEFORE ? 'A refund did not reach the buyer' : 'A payment failed; no money moved',
    text: (told) =>
      told.detail === SPENT_BEFORE
        ? `Your refund of ${amountOf(told)}${forProperty(told)} was released from the payout escrow before it was known. ` +
          'Start the refund again.'
        : `Your payment of ${amountOf(told)}${forProperty(told)} failed. You can start it again.`,
    link: ({ ref }) => `${HOME}?payment=${ref}`,
  },
  'tokens-refused': {
    ...PAYMENT,
    title: () => 'Your wallet refuses the tokens',
    text: (told) =>
      `Your payment for ${told.propertyName} arrived and its tokens cannot be issued. Open the payment to see why. ` +
      `If this is not solved by ${dayOf(told)}, the purchase ends and the landlord owes you the payment back.`,
    link: home,
  },
  'payment-owed-back': {
    ...PAYMENT,
    title: (told) => `${amountOf(told)} is owed back to you`,
    text: (told) => LANDED[told.detail ?? '']?.toPayer(told) ?? undelivered(told),
    link: home,
  },
  'owe-payment-back': {
    ...PAYMENT,
    title: (told) =>
      LANDED[told.detail ?? ''] ? `You owe ${amountOf(told)} back` : `You owe a buyer ${amountOf(told)}`,
    text: (told) => LANDED[told.detail ?? '']?.toPayee(told) ?? undeliveredBy(told),
    link: home,
  },
  'rent-received': {
    ...RENT,
    title: (told) => `${amountOf(told)} of rent arrived`,
    text: (told) => `The ${monthOf(told)} rent share${ofProperty(told)} is in your wallet.`,
    link: receipt,
  },
  'rent-unclaimed': {
    ...RENT,
    title: (told) => `${amountOf(told)} could not be paid to you`,
    text: cureOf,
    link: cure,
  },
  'rent-waiting': {
    ...RENT,
    title: (told) => `${amountOf(told)} has waited for you since ${dayOf(told)}`,
    text: cureOf,
    link: cure,
  },
  'payout-received': {
    ...PAYMENT,
    title: (told) => `${amountOf(told)} received`,
    text: (told) => `The platform paid ${amountOf(told)} to your wallet.`,
    link: receipt,
  },
  'deposit-withdrawn': {
    ...PAYMENT,
    title: (told) => `${amountOf(told)} withdrawn`,
    text: (told) => `Your deposit${forProperty(told)} is back in your wallet.`,
    link: receipt,
  },
};
