/** The head of the log is written onto the ledger once: one transaction of the issuer that moves nothing. Pure. */
import type { AnchorEvent } from '@tknest/contracts/events';
import type { Folded } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { isGivenUp } from '#platform/ledger/transactions/policy.js';
import type { Steps } from '#platform/ledger/transactions/steps.js';
import { concluded, submitted, type Attempt } from '#platform/ledger/transactions/transaction.js';

export interface AnchorState {
  phase: 'none' | 'open' | 'anchored' | 'failed';
  position: number;
  headHash: string;
  root?: string;
  key?: string;
  steps: Steps<'write'>;
}

export const noAnchor: AnchorState = { phase: 'none', position: 0, headHash: '', steps: {} };

/** The log's last event by number, and its hash. */
export interface LogHead {
  position: number;
  headHash: string;
  /** Root of the tree over all events up to it, and the digest of the checkpoints' key; null in older anchors. */
  root?: string;
  key?: string;
}

export const anchorIdOf = ({ position, headHash }: LogHead): string => uuidv5(`anchor/${position}/${headHash}`);

/** The same order again changes nothing. */
export const orderAnchor = (head: LogHead, state: AnchorState): AnchorEvent[] =>
  state.phase === 'none' ? [{ type: 'AnchorOrdered', data: { anchorId: anchorIdOf(head), ...head } }] : [];

export function evolveAnchor(state: AnchorState, event: AnchorEvent): AnchorState {
  switch (event.type) {
    case 'AnchorOrdered': {
      const { position, headHash, root, key } = event.data;
      return { ...noAnchor, phase: 'open', position, headHash, root, key };
    }
    case 'AnchorSubmitted':
      return { ...state, steps: { write: submitted(event.data, state.steps.write) } };
    case 'AnchorConcluded': {
      const write = concluded(state.steps.write, event.data);
      return { ...state, phase: phaseAfter(write), steps: { write } };
    }
  }
}

/** An anchor that is refused, or whose ticket somebody else used, needs no retry: the next anchor covers the same. */
function phaseAfter(write: Attempt | undefined): AnchorState['phase'] {
  if (write?.state === 'validated') return 'anchored';
  return write?.state === 'held' || isGivenUp('anchor', write?.refusals ?? 0) ? 'failed' : 'open';
}

export const anchorStream = (anchorId: string) => `anchor-${anchorId}`;
/** The stream and how it folds. */
export const anchorFold = (anchorId: string): Folded<AnchorState, AnchorEvent> => ({
  stream: anchorStream(anchorId),
  initialState: noAnchor,
  evolve: evolveAnchor,
});
