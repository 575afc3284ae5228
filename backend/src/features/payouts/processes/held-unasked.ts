/**
 * A transaction of the platform that lost its ticket is held until somebody says what used the ticket. What waits for
 * it (tokens of a paid purchase, a redemption, a fee) always has an open case.
 */
import type { TransactionKind } from '@tknest/contracts/rules';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { AnsweredConflict } from '#features/operations-cases/readers.public.js';
import type { CaseState, OpenCase } from '#features/operations-cases/rules.public.js';
import { issuanceFold, type IssuanceState } from '#features/issuance/rules.public.js';
import { paymentFold, type PaymentState } from '#features/payments/rules.public.js';
import { redemptionFold } from '#features/redemption/rules.public.js';
import { returnFold } from '#features/xrp-returns/rules.public.js';
import { batchFold } from '../runs/batch.state.js';
import { FEE_BATCH } from '../runs/run.state.js';
import { nextSubject, subjectOf } from './suspense.process.js';

const KIND = 'sequence-conflict';
const SUMMARY =
  'An answer left a transaction on hold, and what waits for it is not done. Resolve as corrected to sign it again; ' +
  'for a purchase, resolve as refunded to have the payment owed back.';

/** Transactions that an answer left on hold, each with the case that asks again. */
export async function heldUnasked(store: EventStore, conflicts: readonly AnsweredConflict[]): Promise<OpenCase[]> {
  const found: OpenCase[] = [];
  for (const conflict of conflicts) {
    if (!(await isHeld(store, conflict))) continue;
    const { kind } = conflict.details;
    const subjectAt = (attempt: number) => subjectOf(conflict.txHash, attempt);
    const subject = await nextSubject(store, KIND, subjectAt, (answered) => isActing(answered, kind));
    if (subject === null) continue;
    const { txHash, paymentId, propertyId, wallet, details } = conflict;
    found.push({
      kind: KIND,
      subject,
      summary: SUMMARY,
      txHash,
      paymentId,
      propertyId,
      wallet,
      details: { ...details },
    });
  }
  return found;
}

type Held = (store: EventStore, conflict: AnsweredConflict) => Promise<boolean>;

const isOf = ({ txHash }: AnsweredConflict, attempt: { state: string; hash?: string | null } | undefined) =>
  attempt?.state === 'held' && attempt.hash === txHash;

/** A leg that the platform signs for a payment. Nothing waits for the tokens of a purchase that has ended. */
const legOf =
  (waits: (phase: PaymentState['phase']) => boolean): Held =>
  async (store, conflict) => {
    const { id, key } = conflict.details;
    const { state } = await load(store, paymentFold(id));
    return 'legs' in state && waits(state.phase) && isOf(conflict, state.legs[key as 'issuance']);
  };

/** The fee of a run. A payout to a holder that is held is claimed by its line. */
const feeOfRun: Held = async (store, { txHash, details: { id, key } }) => {
  const line = (await load(store, batchFold(id, FEE_BATCH))).state.lines.get(key);
  return line?.unpayable === 'held' && line.attempt?.hash === txHash;
};

/** Whether something still waits for a transaction that is held, for each kind; null where nothing ever does. */
const WAITS: Readonly<Record<TransactionKind, Held | null>> = {
  purchase: legOf((phase) => phase === 'settling'),
  'fee-refund': legOf(() => true),
  redemption: async (store, conflict) =>
    isOf(conflict, (await load(store, redemptionFold(conflict.details.id))).state.steps.claw),
  issuance: async (store, conflict) => {
    const { id, key } = conflict.details;
    return isOf(conflict, (await load(store, issuanceFold(id))).state.steps[key as keyof IssuanceState['steps']]);
  },
  'xrp-return': async (store, conflict) =>
    isOf(conflict, (await load(store, returnFold(conflict.details.id))).state.steps.pay),
  payout: feeOfRun,
  'payout-fee': feeOfRun,
  // The next anchor covers it, the account plans anew, and the wallet's owner is asked again.
  anchor: null,
  account: null,
  'trust-line': null,
};

const isHeld: Held = async (store, conflict) =>
  (await WAITS[conflict.details.kind as TransactionKind]?.(store, conflict)) ?? false;

/** An answer on which a process acts. */
const isActing = ({ resolution }: CaseState, kind: string): boolean =>
  resolution === 'corrected' || (resolution === 'refunded' && kind === 'purchase');
