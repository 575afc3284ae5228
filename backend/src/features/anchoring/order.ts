/**
 * How an anchor is carried out on the ledger: the transaction that it needs, and what that transaction's outcome means.
 */
import type { AnchorEvent } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load } from '#platform/event-store/folding.js';
import type { OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { mayTry } from '#platform/ledger/transactions/policy.js';
import { endOf, journalOf, stepsUnderWay } from '#platform/ledger/transactions/steps.js';
import { nextPurpose } from '#platform/ledger/transactions/tickets.js';
import { anchorFold, type AnchorState } from './anchor.decider.js';
import { anchorTransaction } from './anchor-memo.js';

const SIGNER = 'issuer';

export const anchorOwner = ({ store, ledger, accounts }: OwnerPorts): TransactionOwner<AnchorState> => ({
  kind: 'anchor',
  signer: SIGNER,
  correlates: true,
  events: ['AnchorOrdered'],
  idOf: ({ data }) => data.anchorId,
  load: (anchorId) => load(store, anchorFold(anchorId)),
  exists: ({ phase }) => phase !== 'none',
  underWay: ({ stream, state }) => stepsUnderWay(stream, state.steps),
  attemptFor: ({ steps }) => steps.write,
  maySignFor: ({ phase }) => phase === 'open',
  about: () => ({}),

  async next(anchorId, loaded) {
    const { phase, steps, ...head } = loaded.state;
    if (phase !== 'open') return { do: 'rest' };
    if (!mayTry('anchor', steps.write, await ledger.validatedIndex())) return { do: 'wait' };
    const transaction = anchorTransaction(await accounts.address(SIGNER), head);
    const purpose = nextPurpose(steps.write, { use: 'anchor', id: anchorId, part: [] });
    const journal = journalOf(steps.write, (fact): AnchorEvent => ({
      type: 'AnchorSubmitted',
      data: { anchorId, ...fact },
    }));
    return { do: 'sign', order: { decidedOn: loaded, group: [{ purpose, transaction }], journal } };
  },

  async onConcluded(anchorId, loaded, [ended]) {
    const fact: AnchorEvent = { type: 'AnchorConcluded', data: { anchorId, ...endOf(ended) } };
    return { decidedOn: loaded, writes: async () => [writeTo(loaded, [fact])] };
  },
});
