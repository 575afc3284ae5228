import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { Wallet } from 'xrpl';
import { GENESIS, onEmptyNode, type EmptyNode } from '#test/support/empty-node.js';
import { FEWEST_LEDGERS as KEPT } from '../../../../sandbox/src/empty-options.js';
import type { EntryName } from './entry-changes.js';
import { ACCOUNT_FLAG } from './ledger-port.js';

/** AccountSet and TrustSet flags: https://xrpl.org/docs/references/protocol/transactions */
const ASF_GLOBAL_FREEZE = 7;
const TF = { setNoRipple: 0x00020000, setFreeze: 0x00100000, clearFreeze: 0x00200000 };
/** RippleState, the low and the high side's freeze. */
const FREEZES = 0x00400000 | 0x00800000;
let node: EmptyNode;
let issuer: Wallet;
let holder: Wallet;
let root: EntryName;
let line: EntryName;

beforeAll(async () => {
  node = await onEmptyNode();
  [issuer, holder] = [Wallet.generate(), Wallet.generate()];
  for (const { classicAddress: Destination } of [issuer, holder])
    await node.settle(GENESIS, { TransactionType: 'Payment', Destination, Amount: '100000000' });
  root = { account_root: issuer.classicAddress };
  line = {
    ripple_state: { accounts: [holder.classicAddress, issuer.classicAddress], currency: CURRENCY.rlusd },
  };
});
afterAll(() => node.stop());

const trusts = (limit: string, Flags = 0) => ({
  TransactionType: 'TrustSet',
  Flags,
  LimitAmount: { currency: CURRENCY.rlusd, issuer: issuer.classicAddress, value: limit },
});
const frozen = (Flags: number) => ({
  TransactionType: 'TrustSet',
  Flags,
  LimitAmount: { currency: CURRENCY.rlusd, issuer: holder.classicAddress, value: '0' },
});
const accountSet = (fields: object) => ({ TransactionType: 'AccountSet', ...fields });

it('an account’s changes after a ledger are found one after the other, without a line that came and went', async () => {
  const before = await node.gateway.validatedIndex();
  await node.settle(issuer, accountSet({ TransferRate: 1_001_000_000 }));
  const since = await node.gateway.validatedIndex();
  await node.settle(issuer, accountSet({ SetFlag: ASF_GLOBAL_FREEZE }));
  // Links the issuer's account, and changes nothing in it.
  await node.settle(holder, trusts('1000'));
  await node.settle(issuer, accountSet({ ClearFlag: ASF_GLOBAL_FREEZE }), accountSet({ TransferRate: 0 }));
  const seen = async (from: number) => {
    const { changes, unknownTo } = await node.gateway.changes(root, from);
    expect(unknownTo).toBeNull();
    return changes.map(({ ledgerIndex, fields }) => [
      ledgerIndex - since,
      (fields!.Flags & ACCOUNT_FLAG.globalFreeze) !== 0,
      fields!.TransferRate ?? null,
    ]);
  };
  const news = [
    [1, true, 1_001_000_000],
    [3, false, 1_001_000_000],
    [3, false, null],
  ];
  expect(await seen(since)).toEqual(news);
  expect(await seen(before)).toEqual([[0, false, 1_001_000_000], ...news]);
  expect(await seen(await node.gateway.validatedIndex())).toEqual([]);
  const { changes } = await node.gateway.changes(root, since);
  expect(changes[0]!.closedAt).toEqual(await node.gateway.closedAt(since + 1));
});

it('a line’s begin where it came', async () => {
  const since = await node.gateway.validatedIndex();
  await node.settle(issuer, frozen(TF.setFreeze));
  await node.settle(issuer, frozen(TF.clearFreeze));
  const { changes, now } = await node.gateway.changes(line, 0);
  expect(changes.map(({ fields }) => ((fields!.Flags ?? 0) & FREEZES) !== 0)).toEqual([false, true, false]);
  expect(changes.slice(1).map(({ ledgerIndex }) => ledgerIndex - since)).toEqual([1, 2]);
  expect(now!.Flags & FREEZES).toBe(0);
});

it('a line that went and came again is followed to what it was before', async () => {
  const settle = (Flags: number) => node.settle(issuer, frozen(Flags));
  await settle(TF.setFreeze);
  const since = await node.gateway.validatedIndex();
  await settle(TF.clearFreeze);
  await settle(TF.setFreeze);
  await settle(TF.clearFreeze);
  await node.settle(holder, trusts('0', TF.setNoRipple));
  const gone = [
    [1, false],
    [2, true],
    [3, false],
    [4, null],
  ];
  const seen = async () => {
    const { changes, unknownTo } = await node.gateway.changes(line, since);
    expect(unknownTo).toBeNull();
    return changes.map(({ ledgerIndex, fields }) => [
      ledgerIndex - since,
      fields && ((fields.Flags ?? 0) & FREEZES) !== 0,
    ]);
  };
  expect(await seen()).toEqual(gone);
  // Links the holder's account, and changes nothing of the line.
  await node.settle(holder, accountSet({}));
  await node.settle(holder, trusts('500'));
  expect(await seen()).toEqual([...gone, [6, false]]);
});

it('a line is followed across the deletion of its account, also once the account is there again', async () => {
  const since = await node.gateway.validatedIndex();
  await node.settle(issuer, frozen(TF.setFreeze));
  await node.settle(issuer, frozen(TF.clearFreeze));
  await node.settle(holder, trusts('0', TF.setNoRipple));
  // https://xrpl.org/docs/concepts/accounts/deleting-accounts
  while ((await node.gateway.validatedIndex()) < since + 260) await node.closeLedger();
  await node.settle(holder, { TransactionType: 'AccountDelete', Destination: GENESIS.classicAddress, Fee: '2000000' });
  const seen = async () => {
    const { changes, unknownTo } = await node.gateway.changes(line, since);
    expect(unknownTo).toBeNull();
    return changes.map(({ fields }) => fields && ((fields.Flags ?? 0) & FREEZES) !== 0);
  };
  expect(await seen()).toEqual([true, false, null]);
  await node.settle(GENESIS, { TransactionType: 'Payment', Destination: holder.classicAddress, Amount: '100000000' });
  await node.settle(holder, trusts('500'));
  expect(await seen()).toEqual([true, false, null, false]);
});

it('what there is not has no changes', async () => {
  const nobody = { account_root: Wallet.generate().classicAddress };
  expect(await node.gateway.changes(nobody, 0)).toEqual({ now: null, changes: [], unknownTo: null });
});

it('a node that forgot a transaction leaves what came before it unknown', async () => {
  const since = await node.gateway.validatedIndex();
  await node.settle(issuer, accountSet({ SetFlag: ASF_GLOBAL_FREEZE }));
  await node.settle(issuer, accountSet({ ClearFlag: ASF_GLOBAL_FREEZE }));
  await node.keepHistory(KEPT);
  for (let n = 2; n < KEPT; n++) await node.closeLedger();
  expect((await node.gateway.changes(root, since)).unknownTo).toBeNull();
  await node.closeLedger();
  const { changes, unknownTo } = await node.gateway.changes(root, since);
  expect([changes.map(({ ledgerIndex }) => ledgerIndex - since), unknownTo! - since]).toEqual([[2], 1]);
  const gone = [Wallet.generate().classicAddress, issuer.classicAddress] as const;
  const { unknownTo: until } = await node.gateway.changes(
    { ripple_state: { accounts: gone, currency: CURRENCY.rlusd } },
    since,
  );
  expect(until).toBe(await node.gateway.validatedIndex());
});
