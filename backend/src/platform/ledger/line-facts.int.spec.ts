import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { Wallet } from 'xrpl';
import { GENESIS, onEmptyNode, type EmptyNode } from '#test/support/empty-node.js';
import { hasFlag } from './ledger-port.js';

/** TrustSet flags and AccountSet flags: https://xrpl.org/docs/references/protocol/transactions */
const TF = { setFreeze: 0x00100000, setDeepFreeze: 0x00400000 };
const ASF = { requireDest: 1, depositAuth: 9 };
let node: EmptyNode;

beforeAll(async () => {
  node = await onEmptyNode();
});
afterAll(() => node.stop());

async function funded(): Promise<Wallet> {
  const wallet = Wallet.generate();
  await node.settle(GENESIS, { TransactionType: 'Payment', Destination: wallet.classicAddress, Amount: '100000000' });
  return wallet;
}

describe('what stands against a payment, on either side of it', () => {
  it('is told of a line from the holder’s side: the own freezes and qualities, whichever side the holder is on', async () => {
    const [issuer, ...holders] = [await funded(), await funded(), await funded(), await funded()];
    const limit = { currency: CURRENCY.rlusd, issuer: issuer!.classicAddress, value: '1000' };
    for (const holder of holders) {
      const look = () => node.gateway.line(holder.classicAddress, issuer!.classicAddress, CURRENCY.rlusd);
      await node.settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit });
      const open = { holderFrozen: false, holderDeepFrozen: false, frozen: false, deepFrozen: false };
      expect(await look()).toMatchObject({ ...open, qualityIn: 1_000_000_000, qualityOut: 1_000_000_000 });
      await node.settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit, QualityIn: 900_000_000 });
      expect(await look()).toMatchObject({ ...open, qualityIn: 900_000_000, qualityOut: 1_000_000_000 });
      await node.settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit, Flags: TF.setFreeze });
      expect(await look()).toMatchObject({ ...open, holderFrozen: true });
      await node.settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit, Flags: TF.setDeepFreeze });
      expect(await look()).toMatchObject({ ...open, holderFrozen: true, holderDeepFrozen: true });
    }
  });

  it('is told of an account by its flags, and of DepositAuth by whom it let in', async () => {
    const [sender, other, holder] = [await funded(), await funded(), await funded()];
    const [from, stranger, to] = [sender, other, holder].map(({ classicAddress }) => classicAddress) as [
      string,
      string,
      string,
    ];
    expect(await node.gateway.depositAuthorized(from, to)).toBe(true);
    await node.settle(holder, { TransactionType: 'AccountSet', SetFlag: ASF.depositAuth });
    await node.settle(holder, { TransactionType: 'AccountSet', SetFlag: ASF.requireDest });
    const account = await node.gateway.account(to);
    expect([hasFlag(account, 'depositAuth'), hasFlag(account, 'requireDestTag')]).toEqual([true, true]);
    expect(hasFlag(account, 'globalFreeze')).toBe(false);
    expect(await node.gateway.depositAuthorized(from, to)).toBe(false);
    await node.settle(holder, { TransactionType: 'DepositPreauth', Authorize: from });
    expect(await node.gateway.depositAuthorized(from, to)).toBe(true);
    expect(await node.gateway.depositAuthorized(stranger, to)).toBe(false);
    expect(await node.gateway.depositAuthorized(from, Wallet.generate().classicAddress)).toBe(true);
  });
});
