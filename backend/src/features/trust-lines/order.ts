/** The steps to a wallet's RLUSD trust line: its owner's signature, and the transaction on the ledger. */
import type { TrustLineEvent } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load } from '#platform/event-store/folding.js';
import type { Collecting, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { onConcluded } from './on-concluded.js';
import { trustLineFold, type TrustLine, type TrustLineState } from './trust-line.decider.js';

export const trustLineOwner = ({ store }: Pick<OwnerPorts, 'store'>): TransactionOwner<TrustLineState, TrustLine> => ({
  kind: 'trust-line',
  signer: null,
  wallet: ({ request }) => request.wallet,
  events: ['TrustLineRequested', 'TrustLineSigned'],
  idOf: ({ data }) => data.payloadUuid,
  load: (payloadUuid) => load(store, trustLineFold(payloadUuid)),
  exists: ({ phase }) => phase !== 'none',
  underWay: ({ stream, state }) => (state.phase === 'submitted' ? [{ ...state.submission, key: 'line', stream }] : []),
  // It uses the sequence of its owner's account, so there is no ticket.
  attemptFor: (state) => (state.phase === 'none' ? undefined : (state.submission ?? undefined)),
  maySignFor: () => false,
  about: ({ request: { wallet } }) => ({ wallet }),

  async next(payloadUuid, loaded) {
    const { phase, askedAt, request } = loaded.state;
    if (phase !== 'requested') return { do: 'rest' };
    const { wallet, transaction, expiresAt } = request;
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
