import { describe, expect, it } from '@jest/globals';
import { encode, Wallet } from 'xrpl';
import { MemoryEventStore } from '../../event-store/memory/memory-event-store.js';
import type { StreamWrite } from '../../event-store/event-store.js';
import { context } from '#test/event-store/adapter.js';
import { naming, subjectOf } from '../accounts/settled-before.js';
import { placed } from '../accounts/account-signer.js';
import type { Conflict } from './courier-ports.js';
import type { Order, SettingAside } from './group.js';
import type { Sender } from './sender.js';
import { takeOver } from './take-over.js';

const addressOf = (seed: number) => Wallet.fromEntropy(new Uint8Array(16).fill(seed)).classicAddress;
const payment = (drops: string) => ({
  TransactionType: 'Payment',
  Account: addressOf(1),
  Destination: addressOf(2),
  Amount: drops,
});
const purposeOf = (name: string) => `payout/run-1/0/${name}/1`;
const decidedOn = { stream: 'owner-1', revision: 4, lastEventId: null };
const sender = { keep: async () => 'item' } as unknown as Sender;

/** An order to pay three wallets; the ledger has some of the payments already, with these amounts. */
async function tryTo(held: Readonly<Record<string, string>>, setAside?: SettingAside) {
  const store = new MemoryEventStore();
  for (const [index, [name, drops]] of Object.entries(held).entries()) {
    const ticket = 7 + index;
    const at = { lastLedgerSequence: 140, fee: 12n };
    const blob = encode(placed(naming(purposeOf(name), payment(drops)), { ticket, sequence: 0 }, at) as never);
    const data = {
      name: 'issuer',
      what: 'Payment',
      hash: `H-${name}`,
      ticket,
      sequence: null,
      tickets: [],
      result: 'tesSUCCESS',
      ledgerIndex: 120,
      how: 'adopted',
      subject: subjectOf(purposeOf(name)),
      blob,
    };
    await store.append('account-issuer', 'any', [{ type: 'UnknownTransactionSettled', data }], context());
  }
  const order: Order = {
    decidedOn,
    group: ['a', 'b', 'c'].map((name) => ({ purpose: purposeOf(name), transaction: payment('100') })),
    journal: (signed) => signed.map(({ hash }) => ({ type: 'Journaled', data: { hash } })),
    ...(setAside ? { setAside } : {}),
  };
  const cases: Conflict[] = [];
  const caseOf = ({ hash }: Conflict): StreamWrite => ({ stream: `case-${hash}`, expected: 'none', events: [] });
  const conflict = async (found: Conflict) => (cases.push(found), [caseOf(found)]);
  const ports = { store, conflict, conflictStream: (hash: string) => `case-${hash}` };
  const { toSign, ...found } = await takeOver(ports, sender, 'issuer', order);
  return { ...found, cases, toSign: toSign.map(({ purpose }) => purpose) };
}

const ofOwner: StreamWrite = { stream: 'owner-1', expected: 4, events: [{ type: 'SetAside', data: {} }] };
const settingAside = (writes: readonly StreamWrite[] | null): SettingAside => ({
  commit: () => ({ decidedOn, shared: ['books'], writes: async () => writes }),
  about: ({ purpose }) => ({ wallet: purpose, propertyId: 3 }),
});

describe('what the ledger holds differently for the subject of an order', () => {
  it('is set aside by its owner, a case for each in the same commit, before the others are signed', async () => {
    const { aside, writes, cases } = await tryTo({ a: '90', c: '80' }, settingAside([ofOwner]));
    expect([writes, aside!.shared]).toEqual([null, ['books', 'case-H-a', 'case-H-c']]);
    expect((await aside!.writes())!.map(({ stream }) => stream)).toEqual(['owner-1', 'case-H-a', 'case-H-c']);
    expect(cases).toEqual([
      { signer: 'issuer', hash: 'H-a', ticket: 7, wallet: purposeOf('a'), propertyId: 3 },
      { signer: 'issuer', hash: 'H-c', ticket: 8, wallet: purposeOf('c'), propertyId: 3 },
    ]);
  });

  it('opens no case where what its owner decided on has moved', async () => {
    const { aside, cases } = await tryTo({ a: '90' }, settingAside(null));
    expect([await aside!.writes(), cases]).toEqual([null, []]);
  });

  it('waits for what stands on the ledger as ordered: that is taken over first', async () => {
    const { aside, writes, isSame } = await tryTo({ a: '90', b: '100' }, settingAside([ofOwner]));
    expect([aside, isSame, writes![0]!.events]).toEqual([null, true, [{ type: 'Journaled', data: { hash: 'H-b' } }]]);
  });

  it('without such an owner is left out while others are signed, and then one has a case and all wait', async () => {
    const some = await tryTo({ a: '90' });
    expect([some.aside, some.writes, some.toSign]).toEqual([null, null, [purposeOf('b'), purposeOf('c')]]);
    const all = await tryTo({ a: '90', b: '90', c: '90' });
    expect([all.aside, all.writes!.length, all.isSame]).toEqual([null, 1, false]);
    expect(all.cases).toEqual([{ signer: 'issuer', hash: 'H-a', ticket: 7 }]);
  });
});
