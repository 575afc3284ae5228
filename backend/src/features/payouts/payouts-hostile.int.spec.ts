import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Unpayable } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { ECDSA, Wallet } from 'xrpl';
import { startEmptyNode } from '../../../../sandbox/src/empty-node.js';
import { systemClock } from '../../platform/clock/clock.js';
import { load } from '../../platform/event-store/folding.js';
import { MemoryEventStore } from '../../platform/event-store/memory/memory-event-store.js';
import { context } from '../../platform/event-store/testing/adapter.js';
import { accountFold } from '../../platform/ledger/accounts/account.state.js';
import { TicketPool } from '../../platform/ledger/accounts/ticket-pool.js';
import { Courier } from '../../platform/ledger/transactions/courier.js';
import { XrplConnection } from '../../platform/ledger/xrpl-connection.js';
import { XrplGateway } from '../../platform/ledger/xrpl-gateway.js';
import { conflictOf, conflictStream } from '../tokens/tokens.public.js';
import { emptyEscrow, post } from './escrow/escrow.decider.js';
import { batchFold } from './runs/batch.state.js';
import { fundRun } from './runs/run.decider.js';
import { noRun, runFold, runStream } from './runs/run.state.js';
import { payoutOwner } from './transactions/owner.js';
import type { PayoutPorts } from './transactions/ports.js';

const GENESIS = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: ECDSA.secp256k1 });
const TF = { setFreeze: 0x00100000, setDeepFreeze: 0x00400000 };
const ASF = { requireDest: 1, globalFreeze: 7, defaultRipple: 8, depositAuth: 9 };
const RUN = 'due-1-2027-01-15';
const TICKETS = 24;
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

async function close(): Promise<void> {
  const { ledger_current_index: open } = await connection.request({ command: 'ledger_accept' });
  while (connection.validatedIndex < open - 1) await new Promise((wake) => setTimeout(wake, 5));
}

async function settle(wallet: Wallet, ...transactions: Record<string, unknown>[]): Promise<void> {
  const account = wallet.classicAddress;
  for (const transaction of transactions) {
    const current = { command: 'account_info', account, ledger_index: 'current' };
    const { account_data: data } = await connection.request(current);
    const common = { Account: account, Fee: '12', Sequence: data.Sequence };
    const { tx_blob: blob } = wallet.sign({ ...common, ...transaction } as never);
    expect((await gateway.submit(blob)).engineResult).toBe('tesSUCCESS');
  }
  await close();
}

async function funded(xrp = 100): Promise<Wallet> {
  const wallet = Wallet.generate();
  const Amount = String(xrp * 1_000_000);
  await settle(GENESIS, { TransactionType: 'Payment', Destination: wallet.classicAddress, Amount });
  return wallet;
}

it('a run over holders of whom some have each hostile setting pays all the others, and ends (hostile world 6)', async () => {
  const [issuer, escrow] = [await funded(), await funded()];
  const rlusd = (value: string, of = issuer) => ({ currency: CURRENCY.rlusd, issuer: of.classicAddress, value });
  const line = (value = '1000', more: object = {}) => ({
    TransactionType: 'TrustSet',
    LimitAmount: rlusd(value),
    ...more,
  });
  await settle(issuer, { TransactionType: 'AccountSet', SetFlag: ASF.defaultRipple });
  await settle(escrow, line('1000000'), { TransactionType: 'TicketCreate', TicketCount: TICKETS });
  const first = (await gateway.account(escrow.classicAddress))!.sequence - TICKETS;
  await settle(issuer, { TransactionType: 'Payment', Destination: escrow.classicAddress, Amount: rlusd('100000') });
  const expected = new Map<string, Unpayable | null>();
  const holder = async (reason: Unpayable | null, make: (wallet: Wallet) => Promise<unknown>) => {
    const wallet = await funded();
    if (reason !== 'no-line') await settle(wallet, line());
    await make(wallet);
    expected.set(wallet.classicAddress, reason);
  };
  const setting = (SetFlag: number) => (wallet: Wallet) => settle(wallet, { TransactionType: 'AccountSet', SetFlag });
  const well = async () => undefined;
  await holder(null, well);
  await holder('holder-frozen', (wallet) => settle(wallet, line('1000', { Flags: TF.setFreeze })));
  await holder('holder-frozen', (wallet) => settle(wallet, line('1000', { Flags: TF.setFreeze | TF.setDeepFreeze })));
  await holder('holder-frozen', setting(ASF.globalFreeze));
  await holder('quality', (wallet) => settle(wallet, line('1000', { QualityIn: 900_000_000 })));
  await holder('deposit-auth', setting(ASF.depositAuth));
  await holder(null, async (wallet) => {
    const letIn = { TransactionType: 'DepositPreauth', Authorize: escrow.classicAddress };
    await settle(wallet, letIn, { TransactionType: 'AccountSet', SetFlag: ASF.depositAuth });
  });
  await holder('tag-required', setting(ASF.requireDest));
  await holder('limit', (wallet) => settle(wallet, line('1')));
  await holder('no-line', well);
  const frozen = (wallet: Wallet, Flags: number) =>
    settle(issuer, { TransactionType: 'TrustSet', LimitAmount: rlusd('0', wallet), Flags });
  await holder('deep-frozen', (wallet) => frozen(wallet, TF.setFreeze | TF.setDeepFreeze));
  await holder(null, (wallet) => frozen(wallet, TF.setFreeze));
  await holder(null, well);

  const store = new MemoryEventStore();
  const pool = new TicketPool(store, 'payoutEscrow');
  const vault: string[] = [];
  const ports: PayoutPorts = {
    store,
    turns: {},
    clock: systemClock,
    ledger: gateway,
    accounts: {
      address: async () => escrow.classicAddress,
      sign: async (_, transaction) => {
        const { tx_blob: blob, hash } = escrow.sign(transaction as never);
        return { blob, hash };
      },
      tickets: () => pool,
    },
    holders: async () => new Map([...expected.keys()].map((wallet) => [wallet, 1])),
    blocked: async () => new Set(),
    businessDate: async () => '2027-01-15',
    settings: { rlusdIssuer: issuer.classicAddress },
  };
  const courier = new Courier(
    {
      ...ports,
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
  const dates = { period: '2027-01-15', date: '2027-01-15', recordPosition: null };
  const order = { runId: RUN, propertyId: 1, source: 'autopay' as const, ...dates, amount, fee: 0n };
  const escrowState = {
    balances: new Map([['deposit/1' as const, amount * 10n ** 9n]]),
    byMark: new Map(),
    followedTo: 0,
  };
  const made = fundRun(order, 'deposit/1', { run: noRun, escrow: { ...emptyEscrow, ...escrowState } });
  await append(runStream(RUN), ...made.run);
  await append('escrow-books', ...made.escrow);

  for (let look = 0; look < 6; look++) {
    await courier.advance('payout', RUN);
    await close();
  }

  const { state: batch } = await load(store, batchFold(RUN, '0'));
  const found = [...expected.keys()].map((wallet) => [wallet, batch.lines.get(wallet)!.unpayable]);
  expect(new Map(found as [string, Unpayable | null][])).toEqual(expected);
  const { state: run } = await load(store, runFold(RUN));
  expect([run.phase, run.paused, run.settled.lines, run.unclaimed.lines]).toEqual(['completed', null, 4, 9]);
  // Nobody was tried twice, and no ticket is left in use.
  const { state: account } = await load(store, accountFold('payoutEscrow'));
  expect([account.free.length, account.assigned.size]).toEqual([TICKETS - expected.size, 0]);
  for (const [wallet, reason] of expected) {
    const held = await gateway.line(wallet, issuer.classicAddress, CURRENCY.rlusd);
    expect(held?.balance ?? '0').toBe(reason === null ? '5' : '0');
  }
}, 60_000);
