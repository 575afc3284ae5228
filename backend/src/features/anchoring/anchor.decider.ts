/** Writes a head of the log to the ledger once, as one transaction of the issuer that moves no money. Pure. */
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
  root: string;
  key: string;
  steps: Steps<'write'>;
}

export const noAnchor: AnchorState = { phase: 'none', position: 0, headHash: '', root: '', key: '', steps: {} };

/** The position of the log's last event, and its hash. */
export interface LogHead {
  position: number;
  headHash: string;
  /** Root of the tree over all events up to it, and the digest of the checkpoints' key. */
  root: string;
  key: string;
}

export const anchorIdOf = ({ position, headHash }: Pick<LogHead, 'position' | 'headHash'>): string =>
  uuidv5(`anchor/${position}/${headHash}`);

/** Ordering the same anchor again has no effect. */
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

/**
 * An anchor that is refused, or whose ticket was used elsewhere, needs no retry: the next anchor covers the same
 * events.
 */
function phaseAfter(write: Attempt | undefined): AnchorState['phase'] {
  if (write?.state === 'validated') return 'anchored';
  return write?.state === 'held' || isGivenUp('anchor', write?.refusals ?? 0) ? 'failed' : 'open';
}

export const anchorStream = (anchorId: string) => `anchor-${anchorId}`;
/** The stream of an anchor and its fold. */
export const anchorFold = (anchorId: string): Folded<AnchorState, AnchorEvent> => ({
  stream: anchorStream(anchorId),
  initialState: noAnchor,
  evolve: evolveAnchor,
});
