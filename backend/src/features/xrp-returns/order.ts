/** How XRP is sent back: the payment that it needs, and what that payment's outcome means. */
import type { XrpReturnEvent, XrpReturnOrdered } from '@tknest/contracts/events';
import { dropsToXrp } from 'xrpl';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load } from '#platform/event-store/folding.js';
import { meaningOf } from '#platform/ledger/result-words.js';
import type { Ended } from '#platform/ledger/transactions/decide.js';
import type { OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { endOf, journalOf, releaseOf, stepsUnderWay } from '#platform/ledger/transactions/steps.js';
import { nextPurpose } from '#platform/ledger/transactions/tickets.js';
import type { ToldStanding } from '#features/identity/module.public.js';
import { opening, type OpenCase } from '#features/operations-cases/rules.public.js';
import { accountOf, returnFold, type XrpReturnState } from './xrp-return.decider.js';

type Ordered = XrpReturnState & { order: XrpReturnOrdered['data'] };

/** How often to check whether a suspended sender may be paid again, in milliseconds. */
const RELEASE_WAIT_MS = 60_000;

export type XrpReturnPorts = OwnerPorts & Pick<ToldStanding, 'paidTo'>;

export const xrpReturnOwner = ({
  store,
  accounts,
  paidTo,
}: XrpReturnPorts): TransactionOwner<XrpReturnState, Ordered> => ({
  kind: 'xrp-return',
  signer: accountOf,
  events: ['XrpReturnOrdered'],
  idOf: ({ data }) => data.returnId,
  load: (returnId) => load(store, returnFold(returnId)),
  exists: ({ order }) => order !== null,
  underWay: ({ stream, state }) => stepsUnderWay(stream, state.steps),
  credit: async ({ order: { arrival, drops } }) => ({ hash: arrival, drops: BigInt(drops) }),
  attemptFor: ({ steps }) => steps.pay,
  maySignFor: ({ phase }) => phase === 'open',
  about: ({ order }) => ({ wallet: order.wallet }),

  async next(returnId, loaded) {
    const { phase, order, steps } = loaded.state;
    if (phase !== 'open' || steps.pay?.state === 'held') return { do: 'rest' };
    // What a suspended wallet sent waits until the wallet is released.
    if ((await paidTo(order.wallet, 'line')) !== 'wallet') return { do: 'wait', ms: RELEASE_WAIT_MS };
    const transaction = {
      TransactionType: 'Payment',
      Account: await accounts.address(order.account),
      Destination: order.wallet,
      ...(order.tag !== null && { DestinationTag: order.tag }),
      Amount: order.drops,
    };
    const purpose = nextPurpose(steps.pay, { use: 'xrp-return', id: returnId, part: [] });
    const journal = journalOf(steps.pay, (fact): XrpReturnEvent => ({
      type: 'XrpReturnSubmitted',
      data: { returnId, ...fact },
    }));
    return { do: 'sign', order: { decidedOn: loaded, group: [{ purpose, transaction }], journal } };
  },

  async release(returnId, { hash }) {
    const loaded = await load(store, returnFold(returnId));
    const fact = releaseOf(loaded.state.steps.pay, hash);
    const event: XrpReturnEvent | null = fact && { type: 'XrpReturnConcluded', data: { returnId, ...fact } };
    return event && { decidedOn: loaded, writes: async () => [writeTo(loaded, [event])] };
  },

  async onConcluded(returnId, loaded, [ended]) {
    const { events, found } = outcomeOf(returnId, loaded.state.order, ended);
    return {
      decidedOn: loaded,
      writes: async () => [writeTo(loaded, events), ...(found ? await opening(store, found) : [])],
    };
  },
});

function outcomeOf(
  returnId: string,
  { account, arrival, wallet, drops, ...order }: XrpReturnOrdered['data'],
  ended: Ended,
): { events: XrpReturnEvent[]; found?: OpenCase } {
  const { transaction, ending } = ended;
  const events: XrpReturnEvent[] = [{ type: 'XrpReturnConcluded', data: { returnId, ...endOf(ended) } }];
  if (ending.propose === 'validated') {
    const { ledgerIndex } = ending;
    const data = { returnId, account, arrival, wallet, drops, hash: transaction.hash, ledgerIndex };
    return { events: [...events, { type: 'XrpReturned', data }] };
  }
  if (ending.propose !== 'refused') return { events };
  const { arrivedIn, tag } = order;
  const found: OpenCase = {
    kind: 'xrp-arrived',
    // Each attempt has its own case: the one before has its answer.
    subject: `${arrival}~${transaction.attempt + 1}`,
    summary: `${dropsToXrp(drops)} XRP could not be sent back: ${meaningOf(ending.result)}. It stays where it is.`,
    wallet,
    txHash: arrival,
    details: {
      account,
      ledgerIndex: arrivedIn,
      drops,
      sender: wallet,
      ...(tag !== null && { sourceTag: tag }),
    },
  };
  return { events, found };
}
