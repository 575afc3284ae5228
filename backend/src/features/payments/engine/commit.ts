/** How a payment's decisions become facts: several streams, one commit, decided anew where others were faster. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { jitter } from '../../../platform/clock/jitter.js';
import { commitOnce, writeTo, type Committed } from '../../../platform/event-store/commit-once.js';
import type { StreamWrite } from '../../../platform/event-store/event-store.js';
import { load, type Loaded } from '../../../platform/event-store/folding.js';
import { inTurn } from '../../../platform/event-store/in-turn.js';
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

/** How long a decision is made anew where others moved a stream that it shares with them. */
const CONFLICT_DEADLINE_MS = 10_000;
const CONFLICT_PAUSE_MS = 20;

/**
 * Decides on the payment together with its payer and the streams of its recipe, and commits all of it or nothing.
 * Conflicts on what is shared are decided anew; one on the payment itself is the caller's.
 * @param decide gets `payment`, `payer` and the recipe's states; @throws what it throws
 * @param apart writes to streams that nothing is decided on, as a case that is opened
 * @returns false where the payment's own stream had moved: load it again and plan again
 */
export async function decideTogether(
  ports: PaymentPorts,
  payment: LoadedPayment,
  decide: (states: States) => Writes,
  apart: (states: States) => Promise<readonly StreamWrite[]> = async () => [],
): Promise<boolean> {
  const streams = { payer: payerFold(payment.state.payer), ...recipeOf(payment.state).streams(payment.state) };
  const hot = Object.values(streams).filter(({ hot: is }) => is);
  const deadline = ports.clock.now().getTime() + CONFLICT_DEADLINE_MS;
  return inTurn(
    ports.turns,
    hot.map(({ stream }) => stream),
    async () => {
      for (let tried = 0; ; tried++) {
        const states: States = { payment: payment.state };
        const loaded: Record<string, Pick<Loaded<unknown>, 'stream' | 'revision'>> = { payment };
        for (const [name, fold] of Object.entries(streams)) {
          const one = await load(ports.store, fold);
          states[name] = one.state;
          loaded[name] = one;
        }
        const decided = await decideUnlessMoved(ports, payment, () => decide(states));
        if (!decided) return false;
        const writes = Object.entries(decided).map(([name, events]) => writeTo(loaded[name]!, events));
        const committed = await commit(ports, payment, [...writes, ...(await apart(states))]);
        if (committed.done) return true;
        if (committed.moved === payment.stream || ports.clock.now().getTime() > deadline || tried > TRIES_MAX)
          return false;
        await ports.clock.sleep(jitter(CONFLICT_PAUSE_MS));
      }
    },
  );
}

/** What others have done meanwhile may make no sense beside an older payment: then the payment has moved too. */
async function decideUnlessMoved(
  ports: PaymentPorts,
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

/** A clock that stands still must not make a circle of it. */
const TRIES_MAX = 1_000;

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
