import { describe, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { decode, Wallet } from 'xrpl';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { SecondNode } from './second-node.js';
import { SecondNodeWatch } from './second-node-watch.js';

const payer = Wallet.fromSeed('sEdTM1uX8pu2do5XvTnutH6HsouMaM2');
const ISSUER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const THIEF = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
const amount = (value: string, issuer = ISSUER) => ({ currency: CURRENCY.rlusd, issuer, value });
/** Of what is to be signed; it has no events unless a test writes some. */
const STREAM = 'payment-1';
const RUN = { run: 'run-1', purse: 'payoutEscrow' } as const;

/** A payment as its wallet signed it. */
function payment(value: string, issuer = ISSUER, TransactionType = 'Payment', Amount: unknown = amount(value, issuer)) {
  const signed = payer.sign({
    TransactionType,
    Account: payer.classicAddress,
    Destination: ISSUER,
    Amount,
    Fee: '10',
    Sequence: 1,
    LastLedgerSequence: 9,
  } as never);
  return { hash: signed.hash, transaction: decode(signed.tx_blob) };
}
const paid = payment('10000');
const credit = { hash: paid.hash, amount: parseRlusd('10000') };

/** A node that shows a transaction, and the escrow's balance. */
const node = (delivered: unknown, balance: string, result = 'tesSUCCESS', { transaction } = paid) => ({
  validated: async () => delivered && { kind: 'validated', result, delivered, transaction },
  line: async () => ({ balance }),
});
const away = {
  validated: () => Promise.reject(new LedgerUnavailable('away')),
  line: () => Promise.reject(new Error()),
};

async function secondNode(...others: object[]) {
  const store = new MemoryEventStore();
  const nodes = { others };
  let now = 0;
  const at = (minutes: number) => void (now = minutes * 60_000);
  const clock = { now: () => new Date(now), sleep: async () => undefined, at };
  const second = new SecondNode(
    () => nodes.others as never,
    { confirmFrom: parseRlusd('10000'), xrpl: { rlusdIssuer: ISSUER } as never },
    store,
    clock,
    { address: async () => 'rEscrow' },
  );
  const entries = [
    { account: 'ledger', amount: '-50000' },
    { account: 'deposit/1', amount: '50000' },
  ];
  const data = { postingId: 'p', kind: 'arrival', entries, hash: 'A', ledgerIndex: 1, note: null };
  await store.append('escrow-books', 'any', [{ type: 'EscrowPosted', data }], context());
  const watch = new SecondNodeWatch(clock, second, new Recorder(store, { contextOf: async () => context() }));
  const caseAt = async (minutes: number, subject: string) => {
    at(minutes);
    await watch.look();
    return (await load(store, caseFold(`credit-unconfirmed-${subject}`))).state.status;
  };
  return { second, nodes, caseAt, store, clock };
}

describe('a credit before something is signed for it', () => {
  it('is nothing that one lying node shows alone', async () => {
    const { second } = await secondNode(node(null, '50000'));
    expect(await second.confirms(credit, STREAM)).toBe(false);
  });
  it.each([
    ['less of it', node(amount('9999.99'), '50000')],
    ['money of another issuer', node(amount('10000', THIEF), '50000')],
    ['XRP', node('10000000000', '50000')],
    ['a refusal', node(amount('10000'), '50000', 'tecPATH_DRY')],
    ['nothing, since it is away', away],
    ['another transaction', node(amount('10000'), '50000', 'tesSUCCESS', payment('10001'))],
  ])('is nothing of which the second node shows %s', async (_, other) =>
    expect(await (await secondNode(other)).second.confirms(credit, STREAM)).toBe(false),
  );
  it('is a payment that sends as much, whatever a node says was delivered', async () => {
    for (const other of [payment('9999'), payment('10000', THIEF)]) {
      const { second } = await secondNode(node(amount('10000'), '50000', 'tesSUCCESS', other));
      expect(await second.confirms({ ...credit, hash: other.hash }, STREAM)).toBe(false);
    }
  });
  it('counts once another node shows it, and then for good', async () => {
    const { second, nodes } = await secondNode(away, node(amount('10000'), '0'));
    expect(await second.confirms(credit, STREAM)).toBe(true);
    nodes.others = [away];
    expect(await second.confirms(credit, STREAM)).toBe(true);
  });
  it('of XRP is as much XRP, whatever the setting', async () => {
    const xrp = payment('', ISSUER, 'Payment', '12000000');
    const says = async (delivered: unknown, of = xrp) => {
      const { second } = await secondNode(node(delivered, '0', 'tesSUCCESS', of));
      return second.confirms({ hash: of.hash, drops: 12_000_000n }, STREAM);
    };
    expect(await says('12000000')).toBe(true);
    const less = payment('', ISSUER, 'Payment', '11999999');
    expect([await says('11999999'), await says(amount('12000000')), await says('12000000', less)]).toEqual([
      false,
      false,
      false,
    ]);
  });
  it('needs nobody below the setting, and where there is one operator', async () => {
    expect(await (await secondNode(away)).second.confirms({ ...credit, amount: credit.amount - 1n }, STREAM)).toBe(
      true,
    );
    expect(await (await secondNode()).second.confirms(credit, STREAM)).toBe(true);
  });
});

describe('the escrow before anything is paid out of it', () => {
  it('holds what its books say, or nothing leaves: a deposit that never came is in the books alone', async () => {
    expect(await (await secondNode(node(null, '50000'))).second.confirms(RUN, STREAM)).toBe(true);
    expect(await (await secondNode(node(null, '40000'))).second.confirms(RUN, STREAM)).toBe(false);
    expect(await (await secondNode(away)).second.confirms(RUN, STREAM)).toBe(false);
  });
  it('may hold a little less, which is in flight', async () =>
    expect(await (await secondNode(node(null, '40000.01'))).second.confirms(RUN, STREAM)).toBe(true));
});

it('what nobody confirms for half an hour is said in a case, which closes when somebody does', async () => {
  const { second, nodes, caseAt } = await secondNode(away);
  await second.confirms(credit, STREAM);
  expect([await caseAt(29, paid.hash), await caseAt(30, paid.hash)]).toEqual(['none', 'open']);
  nodes.others = [node(amount('10000'), '50000')];
  await second.confirms(credit, STREAM);
  expect(await caseAt(31, paid.hash)).toBe('resolved');
});

it('the half hour begins when it was recorded, whichever process asks', async () => {
  const { second, store, clock, caseAt } = await secondNode(away);
  const data = { wallet: 'rOne' };
  await store.append(STREAM, 'any', [{ type: 'WalletSignedOut', data }], context());
  let begun = 0;
  for await (const { at } of store.read(STREAM)) begun = Date.parse(at) / 60_000;
  clock.at(begun + 29);
  await second.confirms(credit, STREAM);
  expect([await caseAt(begun + 29, paid.hash), await caseAt(begun + 30, paid.hash)]).toEqual(['none', 'open']);
});

describe('while no second node confirms it', () => {
  const answered = async ({ store }: { store: MemoryEventStore }, subject: string, ...types: string[]) => {
    const caseId = `credit-unconfirmed-${subject}`;
    const data = { caseId, resolution: 'one-node', note: null, noteItem: null, proposalId: 'p1' };
    for (const type of types) await store.append(`case-${caseId}`, 'any', [{ type, data }] as never, context());
  };

  it('two people let one run go on with one node, once a worker has confirmed their answer, and no other', async () => {
    const world = await secondNode(away);
    const { second, caseAt } = world;
    expect(await second.confirms(RUN, STREAM)).toBe(false);
    expect(await caseAt(30, 'run-1')).toBe('open');
    await answered(world, 'run-1', 'CaseResolved');
    expect(await second.confirms(RUN, STREAM)).toBe(false);
    await answered(world, 'run-1', 'CaseAnswerConfirmed');
    expect(await second.confirms(RUN, STREAM)).toBe(true);
    expect(await second.confirms({ ...RUN, run: 'run-2' }, STREAM)).toBe(false);
    expect(await second.confirms(credit, STREAM)).toBe(false);
    expect(await caseAt(31, 'run-1')).toBe('resolved');
  });

  it('one person’s answer lets nothing leave', async () => {
    const world = await secondNode(away);
    await world.second.confirms(credit, STREAM);
    await world.caseAt(30, paid.hash);
    const caseId = `credit-unconfirmed-${paid.hash}`;
    const data = { caseId, resolution: 'no-action', note: null, noteItem: null };
    await world.store.append(`case-${caseId}`, 'any', [{ type: 'CaseResolved', data }] as never, context());
    expect(await world.second.confirms(credit, STREAM)).toBe(false);
  });

  it('a case that an earlier process opened closes when a second node shows the money', async () => {
    const world = await secondNode(node(amount('10000'), '50000'));
    const about = { kind: 'credit-unconfirmed', summary: 's', paymentId: null, propertyId: null, wallet: null };
    const data = { caseId: `credit-unconfirmed-${paid.hash}`, ...about, txHash: null, details: {} };
    await world.store.append(`case-${data.caseId}`, 'none', [{ type: 'CaseOpened', data }] as never, context());
    expect(await world.second.confirms(credit, STREAM)).toBe(true);
    expect(await world.caseAt(1, paid.hash)).toBe('resolved');
  });
});
