/** The four operations of the issuer: how a story begins each, and what it finds once it is done. */
import { CURRENCY } from '@tknest/contracts/rules';
import { readAnchor } from '#features/anchoring/anchor-memo.js';
import { anchorFold, anchorIdOf, orderAnchor } from '#features/anchoring/anchor.decider.js';
import { anchorOwner } from '#features/anchoring/order.js';
import { issuanceFold, orderIssuance, type Order } from '#features/issuance/issuance.decider.js';
import { issuanceOwner } from '#features/issuance/order.js';
import { holdersOfRecord, listingStream } from '#features/listings/rules.public.js';
import { opening } from '#features/operations-cases/rules.public.js';
import { redemptionOwner } from '#features/redemption/order.js';
import { orderRedemption, redemptionFold, redemptionIdOf } from '#features/redemption/redemption.decider.js';
import { xrpReturnOwner } from '#features/xrp-returns/order.js';
import { returnFold, returnIdOf } from '#features/xrp-returns/xrp-return.decider.js';
import { XrpReturnProcess } from '#features/xrp-returns/xrp-return.process.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { HOLDER, ISSUER_ADDRESS, type Operation } from './operation-story.js';

/** The token line of the holder. */
export const LINE = `${HOLDER}/${CURRENCY.token}`;
export const READY = { authorized: true, frozen: false };

export const HEAD = { position: 1234, headHash: '9f'.repeat(32), root: '5e'.repeat(32), key: 'a1'.repeat(32) };
const ANCHOR_ID = anchorIdOf(HEAD);

export const ANCHOR: Operation = {
  name: 'the head of the log',
  id: ANCHOR_ID,
  fold: anchorFold(ANCHOR_ID),
  signed: 'AnchorSubmitted',
  calls: 16,
  order: (story) =>
    handleCommand(story.store, anchorFold(ANCHOR_ID), (state) => orderAnchor(HEAD, state), story.context()),
  owner: (ports) => anchorOwner(ports),
  outcome: async ({ ledger }) => ({
    written: [...ledger.applied.values()].map(({ transaction }) => readAnchor(transaction, ISSUER_ADDRESS)),
  }),
  done: { phase: 'anchored', written: [HEAD] },
};

const ISSUANCE_ID = '2f1d2a53-8f0b-5d7e-9a44-6b1c0c8f7a10';
const ISSUED: Order = { issuanceId: ISSUANCE_ID, recipient: HOLDER, tokens: 250, source: 'hand', paymentId: null };

export const ISSUANCE: Operation = {
  name: 'tokens issued by hand',
  id: ISSUANCE_ID,
  fold: issuanceFold(ISSUANCE_ID),
  signed: 'TokenIssuanceSubmitted',
  calls: 31,
  order: (story) =>
    handleCommand(story.store, issuanceFold(ISSUANCE_ID), (state) => orderIssuance(ISSUED, state), story.context()),
  owner: (ports, story) => issuanceOwner({ ...ports, isVerified: async () => !story.isBarred }),
  outcome: async ({ ledger }) => ({ balance: ledger.balance(HOLDER, CURRENCY.token) }),
  done: { phase: 'issued', balance: 250_000_000n },
};

export const PROPERTY = 12;
const REDEMPTION_ID = redemptionIdOf(PROPERTY, HOLDER);
const BOUGHT = { propertyId: PROPERTY, wallet: HOLDER, tokens: 3 };

/** The holder has three tokens of a paid-off property, and four of others. */
export const REDEMPTION: Operation = {
  name: 'the tokens of a paid-off loan',
  id: REDEMPTION_ID,
  fold: redemptionFold(REDEMPTION_ID),
  signed: 'TokenRedemptionSubmitted',
  calls: 20,
  async order(story) {
    story.ledger.lines.set(LINE, { authorized: true, frozen: true });
    story.ledger.balances.set(LINE, 7_000_000n);
    await story.append(listingStream(PROPERTY), [{ type: 'TokensPurchased', data: BOUGHT }]);
    const order = { redemptionId: REDEMPTION_ID, propertyId: PROPERTY, holder: HOLDER, tokens: 3 };
    const fold = redemptionFold(REDEMPTION_ID);
    await handleCommand(story.store, fold, (state) => orderRedemption(order, state), story.context());
  },
  owner: (ports) => redemptionOwner(ports),
  outcome: async (story) => ({
    balance: story.ledger.balance(HOLDER, CURRENCY.token),
    ended: await story.eventsOf(listingStream(PROPERTY), 'TokensRedeemed'),
    holders: [...(await holdersOfRecord(story.store, PROPERTY, await story.store.head()))],
  }),
  done: {
    phase: 'redeemed',
    balance: 4_000_000n,
    ended: [{ ...BOUGHT, redemptionId: REDEMPTION_ID }],
    holders: [],
  },
};

const ARRIVAL = 'A'.repeat(64);
const RETURN_ID = returnIdOf('issuer', ARRIVAL);
/** The id of the case about it; each attempt after the first has its own. */
export const arrivalCase = (attempt = 1) => `xrp-arrived-${ARRIVAL}${attempt > 1 ? `~${attempt}` : ''}`;
const arrived = {
  hash: ARRIVAL,
  ledgerIndex: 7,
  result: 'tesSUCCESS',
  tx: { TransactionType: 'Payment', Account: HOLDER, Destination: ISSUER_ADDRESS, SourceTag: 99 },
  meta: {
    AffectedNodes: [
      {
        ModifiedNode: {
          LedgerEntryType: 'AccountRoot',
          FinalFields: { Account: ISSUER_ADDRESS, Balance: '13000000' },
          PreviousFields: { Balance: '1000000' },
        },
      },
    ],
  },
};

/** 12 XRP of a stranger reached the issuer; two people say that it goes back. */
export const XRP_RETURN: Operation = {
  name: 'XRP of a stranger',
  id: RETURN_ID,
  fold: returnFold(RETURN_ID),
  signed: 'XrpReturnSubmitted',
  calls: 15,
  async order(story) {
    const { store } = story;
    const details = { account: 'issuer', ledgerIndex: 7 };
    const writes = await opening(store, { kind: 'xrp-arrived', subject: ARRIVAL, summary: '', details });
    if (writes.length > 0) await store.appendMany(writes, story.context());
    const ledger = {
      holds: async () => true,
      history: async function* () {
        yield arrived as never;
      },
    };
    const recorder = new Recorder(store, { contextOf: async () => story.context() });
    const process = new XrpReturnProcess(store, ledger, { address: async () => ISSUER_ADDRESS }, recorder);
    const data = { caseId: arrivalCase(), resolution: 'refunded' };
    const answer = { type: 'CaseAnswerConfirmed', data };
    await process.handle(answer as never, { commandId: () => story.random.uuid() } as never);
  },
  owner: (ports, story) => xrpReturnOwner({ ...ports, paidTo: async () => (story.isBarred ? 'escrow' : 'wallet') }),
  outcome: async (story) => ({
    xrp: story.ledger.accounts.get(HOLDER)!.xrp,
    returned: await story.eventsOf(returnFold(RETURN_ID).stream, 'XrpReturned'),
  }),
  done: {
    phase: 'returned',
    xrp: 112_000_000n,
    returned: [{ account: 'issuer', arrival: ARRIVAL, wallet: HOLDER, drops: '12000000' }],
  },
};
