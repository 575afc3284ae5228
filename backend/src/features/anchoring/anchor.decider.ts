/** The head of the log is written onto the ledger once: one transaction of the issuer that moves nothing. Pure. */
import type { AnchorEvent } from '@tknest/contracts/events';
import { expectedOf, type Folded, type Loaded } from '../../platform/event-store/folding.js';
import { uuidv5 } from '../../platform/event-store/ids.js';
import type { PurposeStanding } from '../../platform/ledger/accounts/ticket-sweep.js';
import { concludedStep, nextPurpose, submittedStep, type StepAttempt } from '../tokens/operation.public.js';

/** A ledger that refused as often as this will not take it: the next anchor says all that this one would have. */
const REFUSALS_MAX = 3;

export interface AnchorState {
  phase: 'none' | 'open' | 'anchored' | 'failed';
  position: number;
  headHash: string;
  steps: { write?: StepAttempt };
  /** Attempts that a validated ledger refused. */
  refusals: number;
}

export const noAnchor: AnchorState = { phase: 'none', position: 0, headHash: '', steps: {}, refusals: 0 };

/** The log's last event by number, and its hash. */
export interface LogHead {
  position: number;
  headHash: string;
}

export const anchorIdOf = ({ position, headHash }: LogHead): string => uuidv5(`anchor/${position}/${headHash}`);

/** The same order again changes nothing. */
export const orderAnchor = (head: LogHead, state: AnchorState): AnchorEvent[] =>
  state.phase === 'none' ? [{ type: 'AnchorOrdered', data: { anchorId: anchorIdOf(head), ...head } }] : [];

export function evolveAnchor(state: AnchorState, event: AnchorEvent): AnchorState {
  switch (event.type) {
    case 'AnchorOrdered': {
      const { position, headHash } = event.data;
      return { ...noAnchor, phase: 'open', position, headHash };
    }
    case 'AnchorSubmitted':
      return { ...state, steps: { write: submittedStep(event.data) } };
    case 'AnchorConcluded': {
      const write = concludedStep(state.steps.write, event.data);
      const refusals = state.refusals + (write?.state === 'failed' ? 1 : 0);
      return { ...state, phase: phaseAfter(write, refusals), steps: { write }, refusals };
    }
  }
}

function phaseAfter(write: StepAttempt | undefined, refusals: number): AnchorState['phase'] {
  if (write?.state === 'validated') return 'anchored';
  return refusals >= REFUSALS_MAX ? 'failed' : 'open';
}

export const anchorStream = (anchorId: string) => `anchor-${anchorId}`;
/** The stream and how it folds. */
export const anchorFold = (anchorId: string): Folded<AnchorState, AnchorEvent> => ({
  stream: anchorStream(anchorId),
  initialState: noAnchor,
  evolve: evolveAnchor,
});

/** Purposes of tickets, as `purposeFor` makes them. */
export const PURPOSE = /^anchor\/([0-9a-f-]{36})\/(\d+)$/;
export const anchorOf = (purpose: string): string => PURPOSE.exec(purpose)![1]!;
export const purposeFor = (anchorId: string, { steps }: AnchorState): string =>
  nextPurpose(steps.write, `anchor/${anchorId}`);

/** How an anchor stands to a ticket of its own: while it may sign with it, it keeps it. */
export function standingOf({ state, ...loaded }: Loaded<AnchorState>): PurposeStanding {
  const as = { stream: loaded.stream, expected: expectedOf(loaded) };
  if (state.phase === 'none') return { is: 'unknown', as };
  if (state.phase === 'open') return { is: 'open' };
  return { is: 'over', lastLedgerSequence: state.steps.write!.lastLedgerSequence, as };
}
