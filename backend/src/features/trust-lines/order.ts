/** The steps to a wallet's RLUSD trust line: its owner's signature, and the transaction on the ledger. */
import type { TrustLineEvent } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load } from '#platform/event-store/folding.js';
import type { Collecting, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { onConcluded } from './on-concluded.js';
import { requestOf, trustLineFold, type TrustLineState } from './trust-line.decider.js';

export const trustLineOwner = ({ store }: Pick<OwnerPorts, 'store'>): TransactionOwner<TrustLineState> => ({
  kind: 'trust-line',
  signer: null,
  wallet: (state) => requestOf(state).wallet,
  events: ['TrustLineRequested', 'TrustLineSigned'],
  idOf: ({ data }) => data.payloadUuid,
  load: (payloadUuid) => load(store, trustLineFold(payloadUuid)),
  exists: ({ phase }) => phase !== 'none',
  underWay: ({ stream, state: { phase, submission } }) =>
    phase === 'submitted' && submission ? [{ ...submission, key: 'line', stream }] : [],
  // It uses the sequence of its owner's account, so there is no ticket.
  attemptFor: ({ submission }) => submission ?? undefined,
  maySignFor: () => false,
  about: (state) => ({ wallet: requestOf(state).wallet }),

  async next(payloadUuid, loaded) {
    const { phase, askedAt } = loaded.state;
    if (phase !== 'requested') return { do: 'rest' };
    const { wallet, transaction, expiresAt } = requestOf(loaded.state);
    const collecting: Collecting = {
      decidedOn: loaded,
      payloadUuid,
      wallet,
      transaction,
      askedAt,
      expiresAt: new Date(expiresAt),
      journal: (signed) => [{ type: 'TrustLineSigned', data: { payloadUuid, ...signed } } satisfies TrustLineEvent],
      notSigned: (reason, message) => [
        { type: 'TrustLineRequestEnded', data: { payloadUuid, reason, message } } satisfies TrustLineEvent,
      ],
    };
    return { do: 'collect', request: collecting };
  },

  onConcluded: async (_, loaded, [ended]) => ({
    decidedOn: loaded,
    writes: async () => [writeTo(loaded, [onConcluded(loaded.state, ended)])],
  }),
});
