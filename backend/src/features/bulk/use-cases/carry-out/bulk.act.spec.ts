import { describe, expect, it } from '@jest/globals';
import { BulkAct } from './bulk.act.js';

const [ONE, TWO] = ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrBZbvji'] as const;
const act = new BulkAct({} as never, {} as never);
const row = (recipientAddress: unknown, amount: unknown) => ({ recipientAddress, amount });

describe('a list that takes two people', () => {
  it('is described by its sum and its payees', async () => {
    const { summary, beneficiaries } = await act.describe({
      kind: 'payout',
      rows: [row(ONE, '1'), row(TWO, '2')] as never,
    });
    expect(summary).toMatch(new RegExp(`^Pay 3.00 RLUSD .* to 2 wallets by a list: 2 to ${TWO}, 1 to ${ONE}`));
    expect(beneficiaries).toEqual([ONE, TWO]);
  });

  it.each<[string, string, unknown[]]>([
    // It was paid like a payout, counted toward the cap of issuances, and its sum left out what no payout may be.
    ['of another kind', 'pay', [row(ONE, '1')]],
    ['with more than its sum says', 'pay', [row(ONE, '9999999999')]],
    ['with an amount that pushes the payee out of sight', 'payout', [row(ONE, `${'0'.repeat(200)}5`)]],
    ['with an amount that is no text', 'payout', [row(ONE, ['5'])]],
    ['with a payee that is no text', 'issue', [row([ONE], '5')]],
    ['with a payee that is no wallet', 'issue', [row(`${ONE}, 1 to ${TWO}`, '5')]],
    ['that pays a wallet twice', 'payout', [row(ONE, '5'), row(ONE, '5')]],
  ])('is not described %s', async (_, kind, rows) => {
    await expect(act.describe({ kind, rows } as never)).rejects.toThrow('cannot be carried out');
  });
});
