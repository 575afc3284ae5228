/** Commits a payment's decisions to several streams at once, and repeats the decision after a conflict. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import { commitOnce, writeTo, type Committed } from '#platform/event-store/commit-once.js';
import { commitShared, type Commit } from '#platform/event-store/commit-shared.js';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import { load, type Loaded } from '#platform/event-store/folding.js';
import { recipeOf } from '../kinds/index.js';
import type { StatesOf, Writes } from '../kinds/recipe.js';
import { payerFold } from '../payer.decider.js';
import { paymentFold } from '../payment.evolve.js';
import type { Payment, PaymentState } from '../payment.state.js';
import { withFeeDebts } from './fee-debts.js';
import type { PaymentPorts } from './ports.js';

export { writeTo };
export type LoadedPayment<P extends Payment = Payment> = Loaded<P>;

/** A payment as its stream tells it, which may be nothing: the log may be older than what names it. */
export const findPayment = (ports: Pick<PaymentPorts, 'store'>, paymentId: string): Promise<Loaded<PaymentState>> =>
  load(ports.store, paymentFold(paymentId));

export const noSuchPayment = () => new Refused('not-found', 'No such payment');

/** A payment that was started. @throws Refused (404) if it was not */
export async function loadPayment(ports: Pick<PaymentPorts, 'store'>, paymentId: string): Promise<LoadedPayment> {
  const { state, ...loaded } = await findPayment(ports, paymentId);
  if (state.phase === 'none') throw noSuchPayment();
  return { ...loaded, state };
}

/**
 * A decision on a payment, its payer and the streams of its recipe. It is repeated after a conflict on a shared stream;
 * the caller handles a conflict on the payment's own stream.
 * @param decide gets `payment`, `payer` and the recipe's states; `writes` rethrows its errors
 * @param apart writes to streams that the decision does not read, such as a new case
 */
export function together<P extends Payment>(
  ports: Pick<PaymentPorts, 'store'>,
  payment: LoadedPayment<P>,
  decide: (states: StatesOf<P>) => Writes,
  apart: (states: StatesOf<P>) => Promise<readonly StreamWrite[]> = async () => [],
): Commit {
  const streams = { payer: payerFold(payment.state.payer), ...recipeOf(payment.state).streams(payment.state) };
  return {
    decidedOn: payment,
    shared: Object.values(streams).map(({ stream }) => stream),
    async writes() {
      const loaded: Record<string, Loaded<any>> = { payment };
      for (const [name, fold] of Object.entries(streams)) loaded[name] = await load(ports.store, fold);
      const others = Object.fromEntries(Object.entries(loaded).map(([name, { state }]) => [name, state]));
      const states: StatesOf<P> = { ...others, payment: payment.state };
      const decided = await decideUnlessMoved(ports, payment, () => decide(states));
      if (!decided) return null;
      const writes = Object.entries(decided).map(([name, events]) => writeTo(loaded[name]!, events));
      return withFeeDebts(ports, [payment, loaded.original], [...writes, ...(await apart(states))]);
    },
  };
}

/** Commits it. @returns false after a conflict on the payment's own stream: load it again and plan again */
export const commitAll = (ports: PaymentPorts, payment: LoadedPayment, commit: Commit): Promise<boolean> =>
  commitShared(ports, payment.state.paymentId, commit);

/**
 * A refusal may result from a payment state older than the shared states; then the payment's own stream has changed
 * too.
 */
async function decideUnlessMoved(
  ports: Pick<PaymentPorts, 'store'>,
  payment: LoadedPayment,
  decide: () => Writes,
): Promise<Writes | null> {
  try {
    return decide();
  } catch (error) {
    const { revision } = await findPayment(ports, payment.state.paymentId);
    if (revision !== payment.revision) return null;
    throw error;
  }
}

/** Appends all decided events or nothing. After a duplicate command, the caller loads the streams again. */
export async function commit(
  ports: PaymentPorts,
  payment: LoadedPayment,
  writes: readonly StreamWrite[],
): Promise<Committed> {
  const correlationId = payment.state.paymentId;
  return commitOnce(
    ports.store,
    { decidedOn: payment, correlationId, businessDate: await ports.businessDate() },
    await withFeeDebts(ports, [payment], writes),
  );
}

/** Appends to the payment's own stream. @returns false after a conflict */
export async function note(ports: PaymentPorts, payment: LoadedPayment, ...events: PaymentEvent[]): Promise<boolean> {
  return (await commit(ports, payment, [writeTo(payment, events)])).done;
}
