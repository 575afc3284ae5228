import type { PaymentView } from '@tknest/contracts/api';
import type { Leg } from '@tknest/contracts/events';
import { rlusd } from '../format/format';
import type { Toast } from '../ui/toast/toast.slice';
import { gainOf, kindOf } from './payment-kinds';

/** Legs that the payer signs; the platform signs its own (authorization, issuance). */
const PAYERS: ReadonlySet<Leg> = new Set<Leg>(['trust-line', 'recipient', 'platform']);
const SIGNED = new Set(['signed', 'submitted', 'validated']);

export const hasEnded = (payment: PaymentView) => payment.status === 'completed' || payment.status === 'failed';
/** Paid, but the tokens are waiting for something that the dialog explains. */
export const isWaiting = ({ status, undeliverable }: PaymentView) => status === 'settling' || undeliverable !== null;
export const payersLegs = (payment: PaymentView) => payment.legs.filter(({ leg }) => PAYERS.has(leg));
const stateOf = (payment: PaymentView, leg: Leg) => payment.legs.find((one) => one.leg === leg)?.state;
const isSigned = (payment: PaymentView, leg: Leg) => SIGNED.has(stateOf(payment, leg) ?? '');
/** Whether one of the two money legs is signed, whichever was first. */
const oneSigned = (payment: PaymentView) => isSigned(payment, 'recipient') || isSigned(payment, 'platform');

/** That the payer has signed the money legs: with a fee they are two. */
export const signedWords = (payment: PaymentView) =>
  stateOf(payment, 'platform') ? 'Both transactions are signed.' : 'The transaction is signed.';

const ENDED: Record<string, string> = {
  cancelled: 'Payment canceled',
  declined: 'You declined in the wallet',
  expired: 'The request expired',
};

/** The dialog's heading for every state of a payment. */
export function titleOf(payment: PaymentView | undefined): string {
  if (!payment) return 'Payment';
  if (payment.status === 'completed') return 'Settled';
  if (payment.owedBack) return payment.owedBack.status === 'paid' ? 'Paid back to you' : 'Owed back to you';
  if (payment.status === 'failed')
    return ENDED[payment.outcome] ?? kindOf(payment.kind).titles?.failed ?? 'Payment Failed';
  if (isWaiting(payment)) return 'Tokens not issued yet';
  if (payment.status === 'processing') return 'On its way';
  const [next] = payment.signRequests;
  if (next?.leg === 'trust-line')
    return `${payersLegs(payment).length === 2 ? 'Two' : 'Three'} signatures, this first time`;
  if (oneSigned(payment)) return 'One more signature';
  if (!next) return 'Preparing your payment';
  return stateOf(payment, 'platform') ? 'Sign two transactions' : 'Sign one transaction';
}

/** The state as a sentence for screen readers. */
export function sentenceOf(payment: PaymentView): string {
  if (payment.status === 'completed') return `Settled: ${rlusd(payment.totalAmount, 'six')} RLUSD. ${gainOf(payment)}`;
  if (payment.status === 'failed') return `${titleOf(payment)}. ${payment.error ?? ''}`.trim();
  if (isWaiting(payment)) return 'Your payment has arrived. The tokens cannot be issued yet.';
  if (payment.status === 'processing')
    return `${signedWords(payment)} The payment is on its way to the ledger. You may close this window.`;
  const [next] = payment.signRequests;
  if (next?.leg === 'trust-line')
    return 'Sign in your wallet to open your TKNEST trust line. It is free, and needed only once.';
  if (isSigned(payment, 'recipient'))
    return `The payment is signed. Now sign the platform fee of ${rlusd(payment.platformFee, 'six')} RLUSD.`;
  if (!next) return 'The next signature is being prepared.';
  if (isSigned(payment, 'platform'))
    return `The fee is signed. Now sign the payment of ${rlusd(payment.amount, 'six')} RLUSD.`;
  return `Sign the payment of ${rlusd(payment.amount, 'six')} RLUSD in your wallet.`;
}

/** What the payment is waiting for, beside the countdown. */
export function waitingFor(payment: PaymentView): string {
  if (payment.networkFee)
    return `The network charges ${Number(payment.networkFee.drops) / 1e6} XRP for a transaction. We are waiting until the fee drops.`;
  if (payment.signRequests.length === 0) return 'Preparing the next signature.';
  if (isSigned(payment, 'recipient')) return 'Payment signed. Waiting for the fee.';
  return isSigned(payment, 'platform') ? 'Fee signed. Waiting for the payment.' : 'Waiting for your wallet.';
}

const xrp = (drops: string) => `${(Number(drops) / 1e6).toFixed(6).replace(/0+$/, '')} XRP`;

/** The network fee of a fast payment, or that it cannot be higher; null for other payments. */
export function fastWords({ fastFee }: PaymentView): string | null {
  if (!fastFee) return null;
  return fastFee.drops === fastFee.asks
    ? `The network fee is at our limit of ${xrp(fastFee.asks)}, so this is sent as a standard payment.`
    : `Fast: each transaction offers the network ${xrp(fastFee.drops)} instead of ${xrp(fastFee.asks)}.`;
}

/** What canceling would mean, or why this first signature is needed. */
export function assurance(payment: PaymentView): string {
  if (payment.signRequests[0]?.leg === 'trust-line') return 'The trust line lets your wallet hold tokens.';
  return stateOf(payment, 'platform') ? 'Nothing moves until both are signed.' : 'Nothing moves until it is signed.';
}

/** The countdown is announced twice only: with one minute and with ten seconds left. */
export function countdownWords(expiresAt: string, now: number): string {
  const left = (new Date(expiresAt).getTime() - now) / 1000;
  if (left <= 0 || left > 60) return '';
  return left > 10 ? 'One minute left to sign.' : 'Ten seconds left to sign.';
}

/** The sentence under a payment that moved no money: what happens with its tokens. */
export function consolation(payment: PaymentView): string {
  if (payment.tokens === null || payment.owedBack) return '';
  const [them, are] = payment.tokens === 1 ? ['The token', 'is'] : [`The ${payment.tokens} tokens`, 'are'];
  return payment.couldLand
    ? `${them} ${are} available again in a few minutes, once the signed payment can no longer reach the ledger.`
    : `${them} ${are} available again.`;
}

/** How a payment ended, for users who have left its page; null while it has not. */
export function endOf(payment: PaymentView): Omit<Toast, 'id'> | null {
  const amount = `${rlusd(payment.totalAmount, 'six')} RLUSD`;
  if (payment.status === 'completed') {
    const { titles, settled } = kindOf(payment.kind);
    return { title: titles?.settled ?? 'Success', text: settled(payment), tone: 'ok' };
  }
  if (payment.status !== 'failed') return null;
  const title = titleOf(payment);
  const quiet = payment.outcome === 'cancelled' || payment.outcome === 'expired';
  return {
    title,
    text: `${payment.error ?? `${amount} was not paid.`} ${consolation(payment)}`.trim(),
    tone: quiet ? 'wait' : 'bad',
  };
}
