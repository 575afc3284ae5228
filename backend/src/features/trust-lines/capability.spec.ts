import { describe, expect, it } from '@jest/globals';
import type { AccountFacts, LineFacts } from '#platform/ledger/ledger-port.js';
import { capabilityFor, type WalletSeen } from './capability.js';

const THOUSAND = 1_000_000_000n;
const account: AccountFacts = {
  address: 'rWallet',
  balance: 10_000_000n,
  sequence: 1,
  ownerCount: 1,
  flags: 0,
  regularKey: null,
  tickets: 0,
};
const line: LineFacts = {
  balance: '2500',
  limit: '1000000',
  authorized: false,
  frozen: false,
  deepFrozen: false,
  issuerNoRipple: false,
};
const ask = (seen: Partial<WalletSeen> = {}) =>
  capabilityFor(THOUSAND, {
    account,
    line,
    reserves: { base: 1_000_000n, increment: 200_000n },
    fee: 10n,
    globallyFrozen: false,
    ...seen,
  });

describe('§3 the capability of a wallet for 1,000 RLUSD', () => {
  it('is both ways where nothing stands against it', () =>
    expect(ask()).toEqual({ canReceive: true, canSend: true, issues: [] }));

  it.each([
    ['no account', { account: null }, [false, false], /not activated/],
    ['no line', { line: null }, [false, false], /no RLUSD trust line/],
    [
      'no line and no XRP for one',
      { line: null, account: { ...account, balance: 900_000n } },
      [false, false],
      /0.10001 more XRP/,
    ],
    [
      'the limit',
      { line: { ...line, limit: '3000' } },
      [false, true],
      /leaves room for 500.00 RLUSD, not for 1,000.00/,
    ],
    ['the balance', { line: { ...line, balance: '999.99' } }, [true, false], /balance is 999.99 RLUSD/],
    ['a freeze', { line: { ...line, frozen: true } }, [true, false], /can receive but not send/],
    [
      'a deep freeze',
      { line: { ...line, frozen: true, deepFrozen: true } },
      [false, false],
      /neither send nor receive/,
    ],
    ['a global freeze', { globallyFrozen: true }, [false, false], /stopped all transfers/],
    [
      'the reserve',
      { account: { ...account, balance: 1_000_000n } },
      [true, false],
      /more XRP is needed for the ledger’s reserve/,
    ],
    ['its own freeze', { line: { ...line, holderFrozen: true } }, [false, true], /frozen its own RLUSD/],
    [
      'its own deep freeze',
      { line: { ...line, holderFrozen: true, holderDeepFrozen: true } },
      [false, false],
      /frozen its own RLUSD/,
    ],
    [
      'its own global freeze',
      { account: { ...account, flags: 0x00400000 } },
      [false, true],
      /frozen all its own trust lines/,
    ],
    ['a QualityIn', { line: { ...line, qualityIn: 900_000_000 } }, [false, true], /QualityIn/],
    ['DepositAuth', { account: { ...account, flags: 0x01000000 } }, [false, true], /DepositAuth/],
    ['a destination tag', { account: { ...account, flags: 0x00020000 } }, [false, true], /destination tag/],
  ] as const)('names the obstacle: %s', (_, seen, [canReceive, canSend], words) => {
    const capability = ask(seen as Partial<WalletSeen>);
    expect([capability.canReceive, capability.canSend]).toEqual([canReceive, canSend]);
    expect(capability.issues.join(' ')).toMatch(words);
  });
});
