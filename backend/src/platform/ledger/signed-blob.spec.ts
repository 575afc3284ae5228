import { describe, expect, it } from '@jest/globals';
import { Wallet } from 'xrpl';
import { departure, describeBlob } from './signed-blob.js';
import { rlusdPayment } from '#features/payments/transactions.js';

const payer = Wallet.fromEntropy(new Uint8Array(16).fill(1));
const stranger = Wallet.fromEntropy(new Uint8Array(16).fill(2));
const owner = Wallet.fromEntropy(new Uint8Array(16).fill(3)).classicAddress;
const issuer = 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV';
const account = {
  address: payer.classicAddress,
  balance: 100_000_000n,
  sequence: 7,
  ownerCount: 1,
  flags: 0,
  regularKey: null as string | null,
  tickets: 0,
};
const VALIDATED = 1_000_000;

const asked = rlusdPayment({
  from: payer.classicAddress,
  to: owner,
  amount: 500_000_000n,
  memo: 'rent',
  issuer,
  sequence: 7,
  lastLedgerSequence: VALIDATED + 200,
  fee: 12n,
});
const sign = (changes: object = {}, wallet = payer) => wallet.sign({ ...asked, ...changes } as never).tx_blob;
const judge = (blob: string, facts = account) => departure(asked, blob, facts, VALIDATED);

describe('a signed blob is compared with what was asked', () => {
  it('and passes where the wallet did as it was asked', () => {
    expect(judge(sign())).toBeNull();
    expect(describeBlob(sign())).toMatchObject({ sequence: 7, ticket: null, lastLedgerSequence: VALIDATED + 200 });
  });
  it('and passes with the canonical-signature flag, which wallets set by themselves', () =>
    expect(judge(sign({ Flags: 0x80000000 }))).toBeNull());

  it.each([
    ['the wallet app by 20', 20, true],
    ['a card by 150, and its node was ahead', 158, true],
    ['nobody whom we know', 200, false],
  ] as const)('and passes where its LastLedgerSequence was near and raised by %s ledgers', (_, by, passes) => {
    const LastLedgerSequence = VALIDATED + by;
    const near = { ...asked, LastLedgerSequence: VALIDATED + 5 };
    expect(departure(near, sign({ LastLedgerSequence }), account, VALIDATED) === null).toBe(passes);
  });

  it.each<[string, object]>([
    ['another sequence', { Sequence: 8 }],
    ['another destination', { Destination: stranger.classicAddress }],
    ['another amount', { Amount: { ...(asked.Amount as object), value: '0.01' } }],
    ['another currency', { Amount: { ...(asked.Amount as object), currency: 'USD' } }],
    ['another issuer', { Amount: { ...(asked.Amount as object), issuer: owner } }],
    ['a partial payment', { Flags: 0x00020000 }],
    ['a destination tag that was not asked', { DestinationTag: 5 }],
    ['no memo', { Memos: undefined }],
    ['another memo', { Memos: [{ Memo: { MemoData: 'AB' } }] }],
    ['SendMax', { SendMax: { ...(asked.Amount as object), value: '600' } }],
    ['an earlier LastLedgerSequence', { LastLedgerSequence: VALIDATED + 5 }],
    ['a later LastLedgerSequence', { LastLedgerSequence: VALIDATED + 5_000 }],
    ['no LastLedgerSequence', { LastLedgerSequence: undefined }],
    ['a ruinous network fee', { Fee: '1000000' }],
  ])('and is void with %s', (_, changes) => expect(judge(sign(changes))).not.toBeNull());

  it('and is void where it was tampered with after signing', () => {
    const blob = sign();
    expect(judge(blob.slice(0, -40) + (blob.slice(-40, -39) === 'A' ? 'B' : 'A') + blob.slice(-39))).not.toBeNull();
    expect(judge('00')).not.toBeNull();
  });
});

describe('the signing key must have authority over the account', () => {
  const byStranger = sign({ Account: payer.classicAddress }, stranger);
  it('a stranger’s key has none', () => expect(judge(byStranger)).toMatch(/no authority/));
  it('a regular key has', () =>
    expect(judge(byStranger, { ...account, regularKey: stranger.classicAddress })).toBeNull());
  it('a disabled master key has none', () =>
    expect(judge(sign(), { ...account, flags: 0x00100000 })).toMatch(/master key is disabled/));
});
