import { describe, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { SecondNode } from './second-node.js';
import { SecondNodeWatch } from './second-node-watch.js';

const ISSUER = 'rIssuer';
const amount = (value: string, issuer = ISSUER) => ({ currency: CURRENCY.rlusd, issuer, value });
const credit = { hash: 'PAID', amount: parseRlusd('10000') };

/** A node that shows a transaction, and the escrow's balance. */
const node = (delivered: unknown, balance: string, result = 'tesSUCCESS') => ({
  validated: async () => delivered && { kind: 'validated', result, delivered },
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
  const clock = { now: () => new Date(now), sleep: async () => undefined };
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
  const watch = new SecondNodeWatch(clock, second, new Recorder(store, { contextOf: async () => context() }), {
    ready: true,
  } as never);
  const caseAt = async (minutes: number, subject: string) => {
    now = minutes * 60_000;
    await watch.look();
    return (await load(store, caseFold(`credit-unconfirmed-${subject}`))).state.status;
  };
  return { second, nodes, caseAt };
}

describe('a credit before something is signed for it', () => {
  it('is nothing that one lying node shows alone', async () => {
    const { second } = await secondNode(node(null, '50000'));
    expect(await second.confirms(credit)).toBe(false);
  });
  it.each([
    ['less of it', node(amount('9999.99'), '50000')],
    ['money of another issuer', node(amount('10000', 'rThief'), '50000')],
    ['XRP', node('10000000000', '50000')],
    ['a refusal', node(amount('10000'), '50000', 'tecPATH_DRY')],
    ['nothing, since it is away', away],
  ])('is nothing of which the second node shows %s', async (_, other) =>
    expect(await (await secondNode(other)).second.confirms(credit)).toBe(false),
  );
  it('counts once another node shows it, and then for good', async () => {
    const { second, nodes } = await secondNode(away, node(amount('10000'), '0'));
    expect(await second.confirms(credit)).toBe(true);
    nodes.others = [away];
    expect(await second.confirms(credit)).toBe(true);
  });
  it('needs nobody below the setting, and where there is one operator', async () => {
    expect(await (await secondNode(away)).second.confirms({ ...credit, amount: credit.amount - 1n })).toBe(true);
    expect(await (await secondNode()).second.confirms(credit)).toBe(true);
  });
});

describe('the escrow before anything is paid out of it', () => {
  it('holds what its books say, or nothing leaves: a deposit that never came is in the books alone', async () => {
    expect(await (await secondNode(node(null, '50000'))).second.confirms('escrow')).toBe(true);
    expect(await (await secondNode(node(null, '40000'))).second.confirms('escrow')).toBe(false);
    expect(await (await secondNode(away)).second.confirms('escrow')).toBe(false);
  });
  it('may hold a little less, which is in flight', async () =>
    expect(await (await secondNode(node(null, '40000.01'))).second.confirms('escrow')).toBe(true));
});

it('what nobody confirms for half an hour is said in a case, which closes when somebody does', async () => {
  const { second, nodes, caseAt } = await secondNode(away);
  await second.confirms(credit);
  expect([await caseAt(29, 'PAID'), await caseAt(30, 'PAID')]).toEqual(['none', 'open']);
  nodes.others = [node(amount('10000'), '50000')];
  await second.confirms(credit);
  expect(await caseAt(31, 'PAID')).toBe('resolved');
});
