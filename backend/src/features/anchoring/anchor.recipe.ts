/** How the head of the log comes onto the ledger. */
import type { AnchorEvent } from '@tknest/contracts/events';
import { crashPlaces } from '../../platform/telemetry/crash-points.js';
import { OperationEngine, resultOf, type OperationPorts, type OperationRecipe } from '../tokens/operation.public.js';
import { anchorFold, purposeFor, type AnchorState } from './anchor.decider.js';
import { anchorTransaction } from './anchor-memo.js';

const crashPoint = crashPlaces('anchor-sent', 'anchor-conclusion-seen', 'anchor-conclusion-recorded');

const SIGNER = 'issuer';

type Recipe = OperationRecipe<'write', AnchorState, AnchorEvent>;

export const anchorEngine = (ports: OperationPorts) => new OperationEngine(ports, anchorRecipe(ports));

const anchorRecipe = (ports: OperationPorts): Recipe => ({
  signer: SIGNER,
  steps: ['write'],
  fold: anchorFold,
  purposeFor,
  subjectOf: () => 'anchor',
  subject: () => ({}),
  crashPoint: (place) => crashPoint(`anchor-${place}`),
  next: async () => ({ do: 'sign', step: 'write' }),
  transaction: async (_, head) => anchorTransaction(await ports.accounts.address(SIGNER), head),
  submitted: (anchorId, _, attempt, purpose, signed) => ({
    type: 'AnchorSubmitted',
    data: { anchorId, attempt, purpose, ...signed },
  }),
  ended: (anchorId, _state, _step, { attempt, hash }, ending) => ({
    own: [{ type: 'AnchorConcluded', data: { anchorId, attempt, hash: hash!, ...resultOf(ending) } }],
  }),
});
