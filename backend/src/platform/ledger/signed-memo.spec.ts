import { describe, expect, it } from '@jest/globals';
import { sign } from 'ripple-keypairs';
import { encode, encodeForSigning, Wallet } from 'xrpl';
import { KeyAuthority } from './key-authority.js';
import type { AccountFacts, LedgerPort } from './ledger-port.js';
import type { SignRequestOutcome } from '../wallet-app/wallet-app-port.js';
import { memoToSign, outcomeProblem } from './signed-memo.js';

const wallet = Wallet.fromEntropy(new Uint8Array(16).fill(9));
const stranger = Wallet.fromEntropy(new Uint8Array(16).fill(8));
const asked = { identifier: 'ours', type: 'login', text: 'nonce-1' };
const loginMemo = (nonce: string) => memoToSign('login', nonce).Memos as object[];
const ledger = (facts: Partial<AccountFacts> | null = {}) =>
  ({
    account: async () =>
      facts && {
        address: wallet.classicAddress,
        balance: 1n,
        sequence: 1,
        ownerCount: 0,
        flags: 0,
        regularKey: null,
        ...facts,
      },
  }) as unknown as LedgerPort;

/** Signed like in the wallet app: without a transaction type, so that it can never be submitted. */
function blob(changes: object = {}, by = wallet): string {
  const given = {
    Account: wallet.classicAddress,
    Memos: loginMemo('nonce-1'),
    SigningPubKey: by.publicKey,
    ...changes,
  };
  const unsigned = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return encode({ ...unsigned, TxnSignature: sign(encodeForSigning(unsigned as never), by.privateKey) } as never);
}
const outcome = (changes: Partial<SignRequestOutcome> = {}, hex = blob()) =>
  ({
    state: 'signed',
    signed: { hex, txid: '', account: wallet.classicAddress, network: null },
    identifier: 'ours',
    applicationId: 'app',
    transactionType: 'SignIn',
    ...changes,
  }) as SignRequestOutcome;
const judge = (given: SignRequestOutcome, facts?: Partial<AccountFacts> | null) =>
  outcomeProblem(new KeyAuthority(new Map(), () => [ledger(facts)]), asked, given, 'app');

describe('a sign-in is verified by its signature', () => {
  it('and opens for the wallet that signed our nonce', async () => expect(await judge(outcome())).toBeNull());
  it('also for a wallet the ledger does not know yet', async () => expect(await judge(outcome(), null)).toBeNull());
  it('also with the account’s regular key', async () =>
    expect(await judge(outcome({}, blob({}, stranger)), { regularKey: stranger.classicAddress })).toBeNull());

  it.each<[string, SignRequestOutcome]>([
    ['it is not signed', outcome({ state: 'open', signed: null })],
    ['it is another kind of request', outcome({ transactionType: 'Payment' })],
    ['it is another request', outcome({ identifier: 'theirs' })],
    ['it was made for another application', outcome({ applicationId: 'other' })],
    [
      'a real transaction is replayed as a sign-in',
      outcome({}, blob({ TransactionType: 'AccountSet', Fee: '10', Sequence: 1 })),
    ],
    ['the nonce is another login’s', outcome({}, blob({ Memos: loginMemo('nonce-2') }))],
    ['it was signed for another use', outcome({}, blob({ Memos: memoToSign('proposal', 'nonce-1').Memos }))],
    ['it has a second memo', outcome({}, blob({ Memos: [...loginMemo('nonce-1'), ...loginMemo('nonce-2')] }))],
    ['it has a field of a transaction', outcome({}, blob({ Destination: stranger.classicAddress }))],
    ['there is no nonce', outcome({}, blob({ Memos: undefined }))],
    [
      'the account differs from the one the app names',
      outcome({ signed: { hex: blob(), txid: '', account: stranger.classicAddress, network: null } }),
    ],
    ['a stranger signed', outcome({}, blob({}, stranger))],
    ['it cannot be decoded', outcome({}, 'ZZ')],
  ])('and is refused where %s', async (_, given) => expect(await judge(given)).not.toBeNull());

  it('also with what older wallet apps add', async () => {
    const older = { Fee: '12', Flags: 0x80000000, Sequence: 7, LastLedgerSequence: 99, SourceTag: 1 };
    expect(await judge(outcome({}, blob(older)))).toBeNull();
  });
  it('also with the regular key while the master key is disabled', async () => {
    const facts = { regularKey: stranger.classicAddress, flags: 0x00100000 };
    expect(await judge(outcome({}, blob({}, stranger)), facts)).toBeNull();
  });
  it('and is refused where the master key is disabled', async () =>
    expect(await judge(outcome(), { flags: 0x00100000 })).toMatch(/disabled/));
});
