import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Unpayable } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { Wallet } from 'xrpl';
import { GENESIS, onEmptyNode, type EmptyNode } from '#test/support/empty-node.js';
import { systemClock } from '#platform/clock/clock.js';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import type { AccountSigner } from '#platform/ledger/accounts/account-signer.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import { conflictOf, conflictStream } from '#features/platform-accounts/module.public.js';
import { emptyEscrow, post } from './escrow/escrow.decider.js';
import { batchFold } from './runs/batch.state.js';
import { fundRun } from './runs/run.decider.js';
import { noRun, runFold, runStream } from './runs/run.state.js';
import { payoutOwner } from './transactions/owner.js';
import type { PayoutPorts } from './transactions/ports.js';

const TF = { setFreeze: 0x00100000, setDeepFreeze: 0x00400000 };
const ASF = { requireDest: 1, globalFreeze: 7, defaultRipple: 8, depositAuth: 9 };
const RUN = 'due-1-2027-01-15';
const TICKETS = 24;
let node: EmptyNode;

beforeAll(async () => {
  node = await onEmptyNode();
});
afterAll(() => node.stop());

async function funded(xrp = 100): Promise<Wallet> {
  const wallet = Wallet.generate();
  const Amount = String(xrp * 1_000_000);
  await node.settle(GENESIS, { TransactionType: 'Payment', Destination: wallet.classicAddress, Amount });
  return wallet;
}

it('a run over holders of whom some have each hostile setting pays all the others, and ends', async () => {
  const [issuer, escrow] = [await funded(), await funded()];
  const rlusd = (value: string, of = issuer) => ({ currency: CURRENCY.rlusd, issuer: of.classicAddress, value });
  const line = (value = '1000', more: object = {}) => ({
    TransactionType: 'TrustSet',
    LimitAmount: rlusd(value),
    ...more,
  });
  await node.settle(issuer, { TransactionType: 'AccountSet', SetFlag: ASF.defaultRipple });
  await node.settle(escrow, line('1000000'), { TransactionType: 'TicketCreate', TicketCount: TICKETS });
  const first = (await node.gateway.account(escrow.classicAddress))!.sequence - TICKETS;
  await node.settle(issuer, {
    TransactionType: 'Payment',
    Destination: escrow.classicAddress,
    Amount: rlusd('100000'),
  });
  const expected = new Map<string, Unpayable | null>();
  const holder = async (reason: Unpayable | null, make: (wallet: Wallet) => Promise<unknown>) => {
    const wallet = await funded();
    if (reason !== 'no-line') await node.settle(wallet, line());
    await make(wallet);
    expected.set(wallet.classicAddress, reason);
  };
  const setting = (SetFlag: number) => (wallet: Wallet) =>
    node.settle(wallet, { TransactionType: 'AccountSet', SetFlag });
  const well = async () => undefined;
  await holder(null, well);
  await holder('holder-frozen', (wallet) => node.settle(wallet, line('1000', { Flags: TF.setFreeze })));
  await holder('holder-frozen', (wallet) =>
    node.settle(wallet, line('1000', { Flags: TF.setFreeze | TF.setDeepFreeze })),
  );
  await holder('holder-frozen', setting(ASF.globalFreeze));
  await holder('quality', (wallet) => node.settle(wallet, line('1000', { QualityIn: 900_000_000 })));
  await holder('deposit-auth', setting(ASF.depositAuth));
  await holder(null, async (wallet) => {
    const letIn = { TransactionType: 'DepositPreauth', Authorize: escrow.classicAddress };
    await node.settle(wallet, letIn, { TransactionType: 'AccountSet', SetFlag: ASF.depositAuth });
  });
  await holder('tag-required', setting(ASF.requireDest));
  await holder('limit', (wallet) => node.settle(wallet, line('1')));
  await holder('no-line', well);
  const frozen = (wallet: Wallet, Flags: number) =>
    node.settle(issuer, { TransactionType: 'TrustSet', LimitAmount: rlusd('0', wallet), Flags });
  await holder('deep-frozen', (wallet) => frozen(wallet, TF.setFreeze | TF.setDeepFreeze));
  await holder(null, (wallet) => frozen(wallet, TF.setFreeze));
  await holder(null, well);

  const store = new MemoryEventStore();
  const pool = new TicketPool(store, 'payoutEscrow');
  const vault: string[] = [];
  const accounts: AccountSigner = {
    address: async () => escrow.classicAddress,
    sign: async (_, transaction) => {
      const { tx_blob: blob, hash } = escrow.sign(transaction as never);
      return { blob, hash };
    },
    tickets: () => pool,
  };
  const ports: PayoutPorts = {
    store,
    turns: {},
    clock: systemClock,
    ledger: node.gateway,
    accounts,
    holders: async () => new Map([...expected.keys()].map((wallet) => [wallet, 1])),
    blocked: async () => new Set(),
    businessDate: async () => '2027-01-15',
    settings: { rlusdIssuer: issuer.classicAddress },
  };
  const courier = new Courier(
    {
      ...ports,
      accounts,
      blobs: { keep: async (_, blob) => String(vault.push(blob) - 1), open: async (item) => vault[Number(item)]! },
      maySign: async () => true,
      collector: { collect: async () => ({ is: 'open' }) },
      refill: async () => undefined,
      conflict: (found) => conflictOf(store, found),
      conflictStream,
    },
    [payoutOwner(ports)],
  );
  const append = (stream: string, ...events: any[]) => store.append(stream, 'any', events, context());
  const tickets = Array.from({ length: TICKETS }, (_, index) => first + index);
  await append('account-payoutEscrow', { type: 'TicketsCreated', data: { name: 'payoutEscrow', tickets, hash: 'H' } });
  const amount = 5_000_000n * BigInt(expected.size);
  const entries = [
    { account: 'ledger', amount: -amount * 10n ** 9n },
    { account: 'deposit/1', amount: amount * 10n ** 9n },
  ] as const;
  const arrived = post({ postingId: 'start', kind: 'arrival', entries: [...entries] }, emptyEscrow);
  await append('escrow-books', arrived);
  const dates = { period: '2027-01-15' as const, date: '2027-01-15' as const, recordPosition: null };
  const order = { runId: RUN, propertyId: 1, source: 'autopay' as const, ...dates, amount, fee: 0n };
  const escrowState = {
    balances: new Map([['deposit/1' as const, amount * 10n ** 9n]]),
    byMark: new Map(),
    bookedAhead: new Map(),
    followedTo: 0,
  };
  const made = fundRun(order, 'deposit/1', { run: noRun, escrow: { ...emptyEscrow, ...escrowState } });
  await append(runStream(RUN), ...made.run);
  await append('escrow-books', ...made.escrow);

  for (let look = 0; look < 6; look++) {
    await courier.advance('payout', RUN);
    await node.closeLedger();
  }

  const { state: batch } = await load(store, batchFold(RUN, '0'));
  const found = [...expected.keys()].map((wallet) => [wallet, batch.lines.get(wallet)!.unpayable]);
  expect(new Map(found as [string, Unpayable | null][])).toEqual(expected);
  const { state: run } = await load(store, runFold(RUN));
  expect([run.phase, run.paused, run.settled.lines, run.unclaimed.lines]).toEqual(['completed', null, 4, 9]);
  // No line was sent twice, and no ticket is left in use.
  const { state: account } = await load(store, accountFold('payoutEscrow'));
  expect([account.free.length, account.assigned.size]).toEqual([TICKETS - expected.size, 0]);
  for (const [wallet, reason] of expected) {
    const held = await node.gateway.line(wallet, issuer.classicAddress, CURRENCY.rlusd);
    expect(held?.balance ?? '0').toBe(reason === null ? '5' : '0');
  }
}, 60_000);
