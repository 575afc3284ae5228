/**
 * A transaction of the platform that lost its ticket is held until somebody says what used the ticket. What waits for
 * it (tokens of a paid purchase, a redemption, a fee) always has an open case.
 */
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { AnsweredConflict } from '#features/operations-cases/readers.public.js';
import type { CaseState, OpenCase } from '#features/operations-cases/rules.public.js';
import { issuanceFold, type IssuanceState } from '#features/issuance/rules.public.js';
import { paymentFold } from '#features/payments/rules.public.js';
import { redemptionFold } from '#features/redemption/rules.public.js';
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

/** A payout to a holder that is held is claimed by its line, so it is not among them. */
async function isHeld(store: EventStore, { txHash, details: { kind, id, key } }: AnsweredConflict): Promise<boolean> {
  const held = (attempt: { state: string; hash?: string | null } | undefined) =>
    attempt?.state === 'held' && attempt.hash === txHash;
  switch (kind) {
    case 'purchase':
    case 'fee-refund': {
      const { state } = await load(store, paymentFold(id));
      // Nothing waits for the tokens of a purchase that has ended.
      const waits = kind === 'purchase' ? state.phase === 'settling' : state.phase !== 'none';
      return waits && 'legs' in state && held(state.legs[key as 'issuance']);
    }
    case 'redemption':
      return held((await load(store, redemptionFold(id))).state.steps.claw);
    case 'issuance':
      return held((await load(store, issuanceFold(id))).state.steps[key as keyof IssuanceState['steps']]);
    case 'payout':
    case 'payout-fee': {
      const { state } = await load(store, batchFold(id, FEE_BATCH));
      const line = state.lines.get(key);
      return line?.unpayable === 'held' && line.attempt?.hash === txHash;
    }
    default:
      return false;
  }
}

/** An answer on which a process acts. */
const isActing = ({ resolution }: CaseState, kind: string): boolean =>
  resolution === 'corrected' || (resolution === 'refunded' && kind === 'purchase');
