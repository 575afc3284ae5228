import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { load } from '#platform/event-store/folding.js';
import { addressOf, FEES, FewLines } from '#test/support/few-lines.js';
import { bookByMark, emptyFees, evolveEscrow, feesFold } from '../escrow/escrow.decider.js';
import { receiveFee, withdrawable } from '../escrow/fees.decider.js';
import { fundPayees } from '../runs/run.decider.js';
import { noRun, runStream } from '../runs/run.state.js';

const RUN = 'revenue-1';
const COMPANY = addressOf(21);
const TAG = 7;
const WAIT_MS = 86_400_000;

let few: FewLines;
let signed: Record<string, any>[];

/** A fee wallet with 100 RLUSD of revenue, 5 of a stranger and 10 that may be owed back; 60 are withdrawn. */
beforeEach(async () => {
  few = await new FewLines().open();
  const tickets = { name: 'feeWallet', tickets: [1, 2, 3], hash: 'H' };
  await few.append('account-feeWallet', { type: 'TicketsCreated', data: tickets });
  signed = [];
  const { accounts } = few.ports;
  const sign = accounts.sign;
  accounts.sign = (name, transaction) => (signed.push({ name, ...transaction }), sign(name, transaction));
  Object.assign(few.ports.settings, { revenue: { address: COMPANY, tag: TAG } });
  few.lines.set(FEES, { balance: '115' });
  const arrival = (hash: string, delivered: string) => ({ hash, ledgerIndex: 9, delivered, note: 'x' });
  const earned = receiveFee(arrival('F', '100'), 'fees', emptyFees);
  const pending = receiveFee(arrival('P', '10'), 'fee/p1/P', evolveEscrow(emptyFees, earned));
  const stray = bookByMark(arrival('S', '5'), 'suspense/S', false, emptyFees);
  await few.append('fee-books', earned, pending, stray);
  const { state: escrow } = await load(few.store, feesFold);
  const dates = { period: '2027-01-15', date: '2027-01-15', recordPosition: null } as const;
  const amount = parseRlusd('60');
  const order = { runId: RUN, propertyId: null, source: 'revenue' as const, ...dates, amount, fee: 0n };
  const notBefore = new Date(few.now + WAIT_MS);
  const payees = [{ wallet: COMPANY, amount, tag: TAG }];
  const made = fundPayees({ ...order, notBefore }, 'fees', payees, { run: noRun, escrow });
  await few.append(runStream(RUN), ...made.run);
  await few.append(`lines-${RUN}-0`, ...made.lines);
  await few.append('fee-books', ...made.escrow);
});

const books = async () => withdrawable((await load(few.store, feesFold)).state);
const aDayLater = () => (few.now += WAIT_MS);

describe('a withdrawal of revenue', () => {
  it('is not signed before its time, and then by the fee wallet, to the address and tag, once', async () => {
    await few.go(RUN, 5);
    expect(signed).toEqual([]);
    few.now = WAIT_MS - 1;
    await few.go(RUN, 1);
    expect(signed).toEqual([]);
    aDayLater();
    await few.go(RUN, 12);
    expect(signed).toMatchObject([{ name: 'feeWallet', Account: FEES, Destination: COMPANY, DestinationTag: TAG }]);
    expect(await few.line(RUN, COMPANY)).toMatchObject({ state: 'settled' });
    expect(await books()).toMatchObject({ withdrawable: parseRlusd('40'), booked: parseRlusd('55'), underWay: 0n });
  });

  it('is sent again and not signed again where the program was killed between signature and record', async () => {
    aDayLater();
    few.fates.set(COMPANY, 'pending');
    await few.go(RUN, 2, 0);
    expect([signed.length, (await few.line(RUN, COMPANY)).state]).toEqual([1, 'submitted']);
    // The courier keeps nothing in memory: the next look has only the log.
    few.fates.delete(COMPANY);
    await few.go(RUN, 12);
    expect([signed.length, (await few.line(RUN, COMPANY)).state]).toEqual([1, 'settled']);
    expect(await books()).toMatchObject({ withdrawable: parseRlusd('40') });
  });

  it.each([
    ['address', { address: addressOf(22), tag: TAG }],
    ['tag', { address: COMPANY, tag: null }],
  ])('is not paid where the settings name another %s than was signed: it is revenue again', async (_, revenue) => {
    Object.assign(few.ports.settings, { revenue });
    aDayLater();
    await few.go(RUN, 4);
    expect(signed).toEqual([]);
    expect(await few.line(RUN, COMPANY)).toMatchObject({ state: 'returned', returned: 'destination-changed' });
    expect(await books()).toMatchObject({ withdrawable: parseRlusd('100'), underWay: 0n });
  });

  it('leaves on the ledger what others may ask back, whatever the books take for revenue', async () => {
    // A restored log lacks a withdrawal of 50: the ledger holds less than the books say.
    few.lines.set(FEES, { balance: '65' });
    aDayLater();
    await few.go(RUN, 15);
    expect(signed).toEqual([]);
    expect(await few.run(RUN)).toMatchObject({ paused: 'balance' });
    few.lines.set(FEES, { balance: '75' });
    few.now += 120_000;
    await few.go(RUN, 6);
    expect(signed).toHaveLength(1);
  });
});
