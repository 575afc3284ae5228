import { describe, expect, it } from '@jest/globals';
import { asksPerson, isGivenUp, mayTry, networkFee, NetworkFeeTooHigh, pauseAfter } from './policy.js';

describe('how often a transaction is tried', () => {
  it('each refusal doubles the pause, and a person is asked: no endless loop of tec', () => {
    const pauses = [1, 2, 3, 4, 5].map((refusals) => pauseAfter('payout', refusals));
    expect(pauses).toEqual([5, 10, 20, 40, 80]);
    // Tries within the 120 ledgers in which the old loop issued 116 times.
    let tries = 0;
    let before = { refusals: 0, ledgerIndex: 0 };
    for (let index = 1; index <= 120; index++)
      if (mayTry('payout', before, index)) {
        tries++;
        before = { refusals: tries, ledgerIndex: index };
      }
    expect(tries).toBe(5);
    expect([asksPerson('payout', 2), asksPerson('payout', 3)]).toEqual([false, true]);
    expect(pauseAfter('redemption', 1_000)).toBe(6_400);
  });
  it('an anchor ends with its third refusal, an issuance with its first', () => {
    expect([isGivenUp('anchor', 2), isGivenUp('anchor', 3), isGivenUp('issuance', 1)]).toEqual([false, true, true]);
    expect(mayTry('anchor', { refusals: 3, ledgerIndex: 1 }, 1_000_000)).toBe(false);
  });
});

describe('what a transaction may cost', () => {
  it('above MAX_NETWORK_FEE_DROPS nothing is signed, and it is said', async () => {
    const ledger = { fee: async () => 50_001n };
    await expect(networkFee(ledger, 50_000n)).rejects.toThrow(NetworkFeeTooHigh);
    await expect(networkFee(ledger, 50_000n)).rejects.toThrow('50001 drops, above the limit of 50000');
    expect(await networkFee({ fee: async () => 50_000n }, 50_000n)).toBe(50_000n);
  });
});
