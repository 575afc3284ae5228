/** Owners that do one thing after another: a group is one transaction, and a step waits for the one before. Pure. */
import type { NewEvent } from '../../event-store/event-store.js';
import { concludedFact, type Ended, type UnderWay } from './decide.js';
import type { Signed, SignedAt } from './group.js';
import { RELEASED, type Attempt, type ConcludedFact, type SubmittedFact } from './transaction.js';

/** The newest attempt of each step. */
export type Steps<Step extends string> = Partial<Record<Step, Attempt>>;

export function stepsUnderWay<Step extends string>(stream: string, steps: Steps<Step>): UnderWay[] {
  const all = Object.entries(steps) as [Step, Attempt | undefined][];
  return all.flatMap(([key, attempt]) => (attempt?.state === 'submitted' ? [{ ...attempt, key, stream }] : []));
}

/** The journal of a group of one. */
export const journalOf =
  (before: Attempt | undefined, toEvent: (fact: SubmittedFact & Signed) => NewEvent) =>
  (signed: readonly Signed[], at: SignedAt): NewEvent[] =>
    signed.map((one) => toEvent({ attempt: (before?.attempt ?? 0) + 1, ...one, ...at }));

/** Data of the event that lets a held step be signed again; null if it is not held. */
export const releaseOf = (attempt: Attempt | undefined, hash: string): (ConcludedFact & { attempt: number }) | null =>
  attempt?.hash === hash && attempt.state === 'held'
    ? { attempt: attempt.attempt, hash, result: RELEASED, ledgerIndex: null }
    : null;

/** Data of the event that concludes one. */
export const endOf = (ended: Ended): ConcludedFact & { attempt: number } => ({
  attempt: ended.transaction.attempt,
  ...concludedFact(ended),
});
