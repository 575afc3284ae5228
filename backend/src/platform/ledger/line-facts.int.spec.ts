import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { ECDSA, Wallet } from 'xrpl';
import { startEmptyNode } from '../../../../sandbox/src/empty-node.js';
import { hasFlag } from './ledger-port.js';
import { XrplConnection } from './xrpl-connection.js';
import { XrplGateway } from './xrpl-gateway.js';

const GENESIS = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: ECDSA.secp256k1 });
/** TrustSet flags and AccountSet flags: https://xrpl.org/docs/references/protocol/transactions */
const TF = { setFreeze: 0x00100000, setDeepFreeze: 0x00400000 };
const ASF = { requireDest: 1, depositAuth: 9 };
let node: Awaited<ReturnType<typeof startEmptyNode>>;
let connection: XrplConnection;
let gateway: XrplGateway;

beforeAll(async () => {
  node = await startEmptyNode(0);
  connection = new XrplConnection(`${node.url.replace('http', 'ws')}/ledger`);
  gateway = new XrplGateway(connection);
  connection.start();
  while (!connection.connected) await new Promise((wake) => setTimeout(wake, 10));
});
afterAll(async () => {
  await connection.stop();
  await node.close();
});

async function settle(wallet: Wallet, transaction: Record<string, unknown>): Promise<void> {
  const { account_data: account } = await connection.request({
    command: 'account_info',
    account: wallet.classicAddress,
    ledger_index: 'current',
  });
  const common = { Account: wallet.classicAddress, Fee: '12', Sequence: account.Sequence };
  const { tx_blob: blob } = wallet.sign({ ...common, ...transaction } as never);
  expect((await gateway.submit(blob)).engineResult).toBe('tesSUCCESS');
  const { ledger_current_index: open } = await connection.request({ command: 'ledger_accept' });
  while (connection.validatedIndex < open - 1) await new Promise((wake) => setTimeout(wake, 10));
}

async function funded(): Promise<Wallet> {
  const wallet = Wallet.generate();
  await settle(GENESIS, { TransactionType: 'Payment', Destination: wallet.classicAddress, Amount: '100000000' });
  return wallet;
}

describe('what stands against a payment, on either side of it', () => {
  it('is told of a line from the holder’s side: the own freezes and qualities, whichever side the holder is on', async () => {
    const [issuer, ...holders] = [await funded(), await funded(), await funded(), await funded()];
    const limit = { currency: CURRENCY.rlusd, issuer: issuer!.classicAddress, value: '1000' };
    for (const holder of holders) {
      const look = () => gateway.line(holder.classicAddress, issuer!.classicAddress, CURRENCY.rlusd);
      await settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit });
      const open = { holderFrozen: false, holderDeepFrozen: false, frozen: false, deepFrozen: false };
      expect(await look()).toMatchObject({ ...open, qualityIn: 1_000_000_000, qualityOut: 1_000_000_000 });
      await settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit, QualityIn: 900_000_000 });
      expect(await look()).toMatchObject({ ...open, qualityIn: 900_000_000, qualityOut: 1_000_000_000 });
      await settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit, Flags: TF.setFreeze });
      expect(await look()).toMatchObject({ ...open, holderFrozen: true });
      await settle(holder, { TransactionType: 'TrustSet', LimitAmount: limit, Flags: TF.setDeepFreeze });
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
    expect(await gateway.depositAuthorized(from, to)).toBe(true);
    await settle(holder, { TransactionType: 'AccountSet', SetFlag: ASF.depositAuth });
    await settle(holder, { TransactionType: 'AccountSet', SetFlag: ASF.requireDest });
    const account = await gateway.account(to);
    expect([hasFlag(account, 'depositAuth'), hasFlag(account, 'requireDestTag')]).toEqual([true, true]);
    expect(hasFlag(account, 'globalFreeze')).toBe(false);
    expect(await gateway.depositAuthorized(from, to)).toBe(false);
    await settle(holder, { TransactionType: 'DepositPreauth', Authorize: from });
    expect(await gateway.depositAuthorized(from, to)).toBe(true);
    expect(await gateway.depositAuthorized(stranger, to)).toBe(false);
    expect(await gateway.depositAuthorized(from, Wallet.generate().classicAddress)).toBe(true);
  });
});
