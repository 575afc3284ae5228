/** How a payment's decisions become facts: several streams, one commit, decided anew where others were faster. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { commitOnce, writeTo, type Committed } from '../../../platform/event-store/commit-once.js';
import { commitShared, type Commit } from '../../../platform/event-store/commit-shared.js';
import type { StreamWrite } from '../../../platform/event-store/event-store.js';
import { load, type Loaded } from '../../../platform/event-store/folding.js';
import { recipeOf } from '../kinds/index.js';
import type { States, Writes } from '../kinds/recipe.js';
import { payerFold } from '../payer.decider.js';
import { paymentFold } from '../payment.evolve.js';
import type { PaymentState } from '../payment.state.js';
import type { PaymentPorts } from './ports.js';

export { writeTo };
export type LoadedPayment = Loaded<PaymentState>;

export const loadPayment = (ports: Pick<PaymentPorts, 'store'>, paymentId: string): Promise<LoadedPayment> =>
  load(ports.store, paymentFold(paymentId));

/**
 * What is decided on a payment together with its payer and the streams of its recipe. Conflicts on what is shared are
 * decided anew; one on the payment itself is the caller's.
 * @param decide gets `payment`, `payer` and the recipe's states; `writes` throws what it throws
 * @param apart writes to streams that nothing is decided on, as a case that is opened
 */
export function together(
  ports: Pick<PaymentPorts, 'store'>,
  payment: LoadedPayment,
  decide: (states: States) => Writes,
  apart: (states: States) => Promise<readonly StreamWrite[]> = async () => [],
): Commit {
  const streams = { payer: payerFold(payment.state.payer), ...recipeOf(payment.state).streams(payment.state) };
  return {
    decidedOn: payment,
    shared: Object.values(streams).map(({ stream }) => stream),
    async writes() {
      const states: States = { payment: payment.state };
      const loaded: Record<string, Pick<Loaded<unknown>, 'stream' | 'revision'>> = { payment };
      for (const [name, fold] of Object.entries(streams)) {
        const one = await load(ports.store, fold);
        states[name] = one.state;
        loaded[name] = one;
      }
      const decided = await decideUnlessMoved(ports, payment, () => decide(states));
      if (!decided) return null;
      const writes = Object.entries(decided).map(([name, events]) => writeTo(loaded[name]!, events));
      return [...writes, ...(await apart(states))];
    },
  };
}

/** Commits it. @returns false where the payment's own stream had moved: load it again and plan again */
export const commitAll = (ports: PaymentPorts, payment: LoadedPayment, commit: Commit): Promise<boolean> =>
  commitShared(ports, payment.state.paymentId, commit);

/** What others have done meanwhile may make no sense beside an older payment: then the payment has moved too. */
async function decideUnlessMoved(
  ports: Pick<PaymentPorts, 'store'>,
  payment: LoadedPayment,
  decide: () => Writes,
): Promise<Writes | null> {
  try {
    return decide();
  } catch (error) {
    const { revision } = await loadPayment(ports, payment.state.paymentId);
    if (revision !== payment.revision) return null;
    throw error;
  }
}

/** Appends what was decided, all of it or nothing; whoever meets a duplicate loads anew. */
export async function commit(
  ports: PaymentPorts,
  payment: LoadedPayment,
  writes: readonly StreamWrite[],
): Promise<Committed> {
  const correlationId = payment.state.paymentId;
  return commitOnce(
    ports.store,
    { decidedOn: payment, correlationId, businessDate: await ports.businessDate() },
    writes,
  );
}

/** Appends to the payment's own stream. @returns false where it had moved */
export async function note(ports: PaymentPorts, payment: LoadedPayment, ...events: PaymentEvent[]): Promise<boolean> {
  return (await commit(ports, payment, [writeTo(payment, events)])).done;
}
