/** From a validated principal to its tokens: checks for obstacles, waits, and in the end owes the principal back. */
import type { DeliveryObstacle, PaymentEvent } from '@tknest/contracts/events';
import { dayInWords } from '@tknest/contracts/money';
import type { Commit } from '#platform/event-store/commit-shared.js';
import { closing, opening } from '#features/operations-cases/rules.public.js';
import { attemptsSpent, checkedDelivery } from '../delivery.js';
import type { StatesOf } from '../kinds/recipe.js';
import * as decider from '../payment.decider.js';
import { evolvePayment } from '../payment.evolve.js';
import { feesOwedBack, tokensOf, type PaidPayment, type Payment } from '../payment.state.js';
import { blockedCase, feeTwiceCase, owedCase } from './cases.js';
import { commitAll, findPayment, note, together, writeTo, type LoadedPayment } from './commit.js';
import { TERMS_DIFFER } from './listing-objection.js';
import { lookAtReceiver, type Look } from './obstacles.js';
import type { PaymentPorts } from './ports.js';

/** Obstacles that also apply between a validated principal and its tokens; all others apply only before money moves. */
const OF_PERSON: Record<string, DeliveryObstacle> = {
  'wallet-suspended': 'suspended',
  'verification-lapsed': 'verification-lapsed',
  'sold-out': 'sold-out',
  [TERMS_DIFFER]: 'terms-differ',
};

/**
 * Looks for an obstacle between the validated principal and its tokens; `obstacle` is null if there is none.
 * @throws LedgerUnavailable
 */
async function look(ports: PaymentPorts, payment: Payment): Promise<Look> {
  const objection = await ports.objection(payment);
  const ofPerson = objection && OF_PERSON[objection.code];
  const seen = await lookAtReceiver(ports, payment.payer, tokensOf(payment));
  if (ofPerson) return { ...seen, obstacle: ofPerson };
  const spent = seen.obstacle === null && attemptsSpent(payment.delivery, seen.line);
  return spent ? { ...seen, obstacle: 'unexplained' } : seen;
}

/**
 * The events that record a change of the obstacle; a new obstacle also opens a case.
 * @returns null if nothing has changed
 * @throws LedgerUnavailable
 */
export async function deliveryCheck(ports: PaymentPorts, loaded: LoadedPayment<PaidPayment>): Promise<Commit | null> {
  const payment = loaded.state;
  const { line, obstacle } = await look(ports, payment);
  const { deliveryDays } = ports.settings;
  const checked = checkedDelivery(payment, obstacle, deliveryDays);
  const [found] = checked;
  const facts: PaymentEvent[] = [...(line === payment.line ? [] : [lineChecked(payment, line)]), ...checked];
  if (facts.length === 0) return null;
  const opened = obstacle && found ? blockedCase(payment, obstacle, found.data.until) : null;
  return {
    decidedOn: loaded,
    writes: async () => [writeTo(loaded, facts), ...(opened ? await opening(ports.store, opened) : [])],
  };
}

/** Checks for an obstacle and records a change. @returns false if nothing has changed */
export async function checkDelivery(ports: PaymentPorts, loaded: LoadedPayment<PaidPayment>): Promise<boolean> {
  const found = await deliveryCheck(ports, loaded);
  if (found) await commitAll(ports, loaded, found);
  return found !== null;
}

export const lineChecked = ({ paymentId }: Payment, line: Look['line']): PaymentEvent => ({
  type: 'TokenLineChecked',
  data: { paymentId, line },
});

/**
 * The wait is over: the payee owes the principal back, unless the tokens can be issued after all.
 * @returns false if the payment has changed in the meantime
 */
export async function oweBack(ports: PaymentPorts, loaded: LoadedPayment<PaidPayment>): Promise<boolean> {
  const payment = loaded.state;
  if (payment.delivery.waitEnded !== 'admin' && (await checkDelivery(ports, loaded))) return true;
  const [now, today] = [ports.clock.now(), await ports.businessDate()];
  const { owed, ending } = decider.undeliverable(payment, today);
  const after = [owed, ending].reduce((state, fact) => evolvePayment(state, fact, now), payment as Payment);
  const { dueOn } = owed.data;
  const note = `The landlord owes it back${dueOn ? `, due ${dayInWords(dueOn)}` : ' once the wallet is released'}.`;
  const decide = (states: StatesOf) => decider.endUnpaid(ending, [owed], now, states);
  const cases = async () => [
    ...(await closing(ports.store, blockedSubject(payment), { resolution: 'refunded', note })),
    ...(await opening(ports.store, owedCase(payment, owed.data))),
    ...(await feeCases(ports, after)),
  ];
  return commitAll(ports, loaded, together(ports, loaded, decide, cases));
}

/** An admin refunds a fee that is not kept, like every fee that is owed back. */
export const feeCases = async ({ store }: Pick<PaymentPorts, 'store'>, payment: Payment) =>
  (await Promise.all(feesOwedBack(payment).map((hash) => opening(store, feeTwiceCase(payment, hash))))).flat();

const blockedSubject = ({ paymentId }: Payment) => ({ kind: 'issuance-blocked' as const, subject: paymentId });

/** The tokens are issued after all, so the case about the obstacle is closed. */
export const deliveredCase = ({ store }: PaymentPorts, payment: Payment) =>
  payment.delivery.until === null
    ? Promise.resolve([])
    : closing(store, blockedSubject(payment), { resolution: 'tokens-issued', note: 'The tokens are issued.' });

const TRIES_MAX = 50;

/**
 * Ends the wait for this wallet: recorded once, and ignored if the payment has ended. Events of the payment's own
 * process that are appended at the same moment take precedence.
 * @throws Error if the payment's stream keeps changing
 */
export async function endWait(ports: PaymentPorts, paymentId: string, because: 'sale-closed' | 'admin'): Promise<void> {
  for (let tried = 0; tried < TRIES_MAX; tried++) {
    const { state, ...loaded } = await findPayment(ports, paymentId);
    if (state.phase !== 'open' && state.phase !== 'settling') return;
    const { waitEnded } = state.delivery;
    if (waitEnded === because || waitEnded === 'admin') return;
    if (await note(ports, { ...loaded, state }, { type: 'DeliveryWaitEnded', data: { paymentId, because } })) return;
  }
  throw new Error(`Payment ${paymentId} changed at every attempt: the end of its wait could not be recorded`);
}
