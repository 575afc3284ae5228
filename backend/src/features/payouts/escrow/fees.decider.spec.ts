import { describe, expect, it } from '@jest/globals';
import type { EscrowEvent, PayoutLineEvent } from '@tknest/contracts/events';
import { exactOf, parseRlusd, type Exact } from '@tknest/contracts/money';
import fc from 'fast-check';
import { Refused } from '#platform/domain/refused.js';
import { evolveBatch, noBatch } from '../runs/batch.state.js';
import { fundPayees, type RunOrder } from '../runs/run.decider.js';
import { evolveRun, noRun, type RunState } from '../runs/run.state.js';
import { balanceOf, bookByMark, emptyFees, evolveEscrow, feesFold, post, type EscrowState } from './escrow.decider.js';
import { pendingFees, receiveFee, settleFees, withdrawable, type FeesOfPayment } from './fees.decider.js';
import { cancelRevenue } from './revenue.decider.js';
import { releaseSuspense } from './suspense.decider.js';

const rlusd = parseRlusd;
const after = (events: readonly EscrowEvent[], from: EscrowState = emptyFees) => events.reduce(evolveEscrow, from);
const arrival = (hash: string, delivered: string) => ({ hash, ledgerIndex: 7, delivered, note: 'x' });
const feeOf = (paymentId: string, hash: string, delivered: string, state = emptyFees) =>
  after([receiveFee(arrival(hash, delivered), `fee/${paymentId}/${hash}`, state)], state);
const settle = (state: EscrowState, paymentId: string, fees: FeesOfPayment) =>
  after(
    settleFees(
      pendingFees(state).filter((one) => one.paymentId === paymentId),
      fees,
      state,
    ),
    state,
  );
const kept = (...hashes: string[]): FeesOfPayment => ({ paid: hashes, earned: hashes, sentBack: [] });
const total = ({ balances }: EscrowState): Exact => [...balances.values()].reduce((sum, one) => sum + one, 0n);

const order = (amount: string, runId = 'revenue-1'): RunOrder => ({
  runId,
  propertyId: null,
  source: 'revenue',
  period: '2027-01-15',
  date: '2027-01-15',
  recordPosition: null,
  amount: rlusd(amount),
  fee: 0n,
});
const withdraw = (amount: string, escrow: EscrowState, run: RunState = noRun) =>
  fundPayees(order(amount), 'fees', [{ wallet: 'rCompany', amount: rlusd(amount), tag: 7 }], { run, escrow });

describe('a fee at the fee wallet', () => {
  it('may be owed back until its payment says that it is earned; then it can be withdrawn', () => {
    const arrived = feeOf('P', 'H', '12.5');
    expect(withdrawable(arrived)).toMatchObject({ withdrawable: 0n, mayBeOwedBack: rlusd('12.5') });
    expect(() => withdraw('0.000001', arrived)).toThrow(Refused);
    const waits = settle(arrived, 'P', { paid: ['H'], earned: [], sentBack: [] });
    expect(withdrawable(waits).withdrawable).toBe(0n);
    const earned = settle(waits, 'P', kept('H'));
    expect(withdrawable(earned)).toMatchObject({ withdrawable: rlusd('12.5'), mayBeOwedBack: 0n });
    expect(() => withdraw('12.500001', earned)).toThrow(Refused);
  });

  it('leaves the books where it was sent back', () => {
    const arrived = feeOf('P', 'H', '12.5');
    const back = settle(arrived, 'P', { paid: ['H'], earned: [], sentBack: [{ fee: 'H', hash: 'BACK' }] });
    expect([...back.balances]).toEqual([]);
  });

  it('is not earned while its payment does not know another one: that one may be the fee', () => {
    const both = feeOf('P', 'OLD', '5', feeOf('P', 'H', '5'));
    expect(withdrawable(settle(both, 'P', kept('H'))).withdrawable).toBe(0n);
    const known = settle(both, 'P', { paid: ['OLD', 'H'], earned: ['OLD'], sentBack: [] });
    expect(withdrawable(known)).toMatchObject({ withdrawable: rlusd('5'), mayBeOwedBack: rlusd('5') });
  });

  it('of a payout run is revenue at once', () => {
    const state = after([receiveFee(arrival('RUN', '2.5'), 'fees', emptyFees)]);
    expect(withdrawable(state).withdrawable).toBe(rlusd('2.5'));
  });
});

describe('what a stranger sent to the fee wallet', () => {
  const strayed = after([bookByMark(arrival('S', '4.25'), 'suspense/S', false, emptyFees)]);
  const release = (resolution: string, wallet: string | null = 'rSender') =>
    releaseSuspense(
      {
        hash: 'S',
        runId: 'fee-return-S',
        wallet,
        tag: 99,
        propertyId: 3,
        resolution,
        today: '2027-01-15',
        amount: rlusd('4.25'),
      },
      { run: noRun, escrow: strayed },
    );
  it('cannot be withdrawn until it is kept, and goes back with its tag; it is never a deposit', () => {
    expect(withdrawable(strayed)).toMatchObject({ withdrawable: 0n, suspense: rlusd('4.25') });
    expect(withdrawable(after(release('kept').escrow!, strayed)).withdrawable).toBe(rlusd('4.25'));
    const back = release('refunded');
    expect(back.run![0]!.data).toMatchObject({ source: 'fee-return', origin: 'suspense/S' });
    expect(back.lines![0]!.data).toMatchObject({ lines: [{ wallet: 'rSender', amount: '4.25', tag: 99 }] });
    expect(() => release('deposited')).toThrow('deposit/3 is not an account of feeWallet');
  });
});

describe('a withdrawal of revenue', () => {
  const earned = settle(feeOf('P', 'H', '10'), 'P', kept('H'));
  const first = withdraw('6', earned);
  const booked = after(first.escrow, earned);
  const run = first.run.reduce((state, one) => evolveRun(state, one), noRun);
  const lines = first.lines.reduce(evolveBatch, noBatch);

  it('takes its money at once, so that it cannot be withdrawn a second time', () => {
    expect(withdrawable(booked)).toMatchObject({ withdrawable: rlusd('4'), underWay: rlusd('6') });
    expect(() => withdraw('6', booked)).toThrow(Refused);
    expect(() => withdraw('1', booked, run)).toThrow('was made already');
  });

  it('is canceled once, and only before it is signed: its money is revenue again', () => {
    const canceled = cancelRevenue({ run, lines, escrow: booked });
    const books = after(canceled.escrow, booked);
    expect([balanceOf(books, 'fees'), balanceOf(books, 'run/revenue-1')]).toEqual([exactOf(rlusd('10')), 0n]);
    const over = canceled.lines.reduce(evolveBatch, lines);
    expect(() => cancelRevenue({ run, lines: over, escrow: books })).toThrow('is over');
    const signed: PayoutLineEvent = {
      type: 'PayoutWindowSigned',
      data: {
        runId: 'revenue-1',
        batch: '0',
        ledgerIndex: 1,
        lastLedgerSequence: 9,
        blobItem: 'b',
        attempts: [{ wallet: 'rCompany', attempt: 1, ticket: 1, purpose: 'x', hash: 'X', after: null }],
      },
    };
    expect(() => cancelRevenue({ run, lines: evolveBatch(lines, signed), escrow: booked })).toThrow('being paid');
    expect(() => cancelRevenue({ run: { ...run, source: 'by-hand' }, lines, escrow: booked })).toThrow(
      'No such payout',
    );
  });

  it('is covered before a clawback is: what the issuer took is missing from what can be withdrawn', () => {
    const entries = [
      { account: 'loss' as const, amount: -exactOf(rlusd('7')) },
      { account: 'ledger' as const, amount: exactOf(rlusd('7')) },
    ];
    const taken = after([post({ postingId: 'x', kind: 'clawed-back', entries }, earned)], earned);
    expect(withdrawable(taken)).toMatchObject({ withdrawable: rlusd('3'), loss: rlusd('7') });
    expect(() => withdraw('4', taken)).toThrow(Refused);
  });
});

/** Anything that can happen to the fee wallet, in any order. */
type Step =
  | { do: 'fee'; payment: number; hash: number; amount: number }
  | { do: 'learn'; payment: number; hash: number }
  | { do: 'complete' | 'fail'; payment: number }
  | { do: 'refund'; payment: number }
  | { do: 'stray'; hash: number; amount: number }
  | { do: 'keep' | 'return'; hash: number }
  | { do: 'withdraw'; amount: number }
  | { do: 'sweep' };
const few = fc.nat({ max: 3 });
const cents = fc.integer({ min: 1, max: 5_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('fee' as const), payment: few, hash: few, amount: cents }),
  fc.record({ do: fc.constant('learn' as const), payment: few, hash: few }),
  fc.record({ do: fc.constantFrom('complete' as const, 'fail' as const), payment: few }),
  fc.record({ do: fc.constant('refund' as const), payment: few }),
  fc.record({ do: fc.constant('stray' as const), hash: few, amount: cents }),
  fc.record({ do: fc.constantFrom('keep' as const, 'return' as const), hash: few }),
  fc.record({ do: fc.constant('withdraw' as const), amount: cents }),
  fc.constant({ do: 'sweep' as const }),
);
const micro = (amount: number) => BigInt(amount) * 10_000n;
const text = (amount: number) => String(amount / 100);

/** A fee wallet on a ledger, its payments, and its books. */
class World {
  books = emptyFees;
  onLedger = 0n;
  withdrawn = 0n;
  private readonly fees = new Map<string, bigint>();
  private readonly payments = new Map<
    number,
    { known: string[]; kept: boolean; sentBack: { fee: string; hash: string }[] }
  >();
  private readonly strays = new Map<string, { amount: bigint; kept: boolean }>();
  private count = 0;

  private of(payment: number) {
    const found = this.payments.get(payment) ?? { known: [], kept: false, sentBack: [] };
    this.payments.set(payment, found);
    return found;
  }
  private add(events: readonly EscrowEvent[]) {
    this.books = feesFold.evolveAll!(this.books, events);
  }
  /** As a payment says it: the first fee is the fee; others, and those of a failed payment, are owed back. */
  private said(payment: number): FeesOfPayment {
    const { known, kept: isKept, sentBack } = this.of(payment);
    const held = known.filter((hash) => !sentBack.some(({ fee }) => fee === hash));
    return { paid: known, earned: isKept ? held.slice(0, 1) : [], sentBack };
  }
  /** What payers and senders may still ask back. */
  get owed(): bigint {
    let sum = 0n;
    for (const payment of this.payments.keys()) {
      const { paid, earned, sentBack } = this.said(payment);
      for (const [hash, amount] of this.fees)
        if (hash.startsWith(`${payment}/`) && !sentBack.some(({ fee }) => fee === hash))
          sum += paid.includes(hash) && earned.includes(hash) ? 0n : amount;
    }
    for (const { amount, kept: isKept } of this.strays.values()) sum += isKept ? 0n : amount;
    return sum;
  }

  play(one: Step): void {
    switch (one.do) {
      case 'fee': {
        const hash = `${one.payment}/${one.hash}`;
        if (this.fees.has(hash)) return;
        this.fees.set(hash, micro(one.amount));
        this.of(one.payment);
        this.onLedger += micro(one.amount);
        return this.add([receiveFee(arrival(hash, text(one.amount)), `fee/${one.payment}/${hash}`, this.books)]);
      }
      case 'learn': {
        const hash = `${one.payment}/${one.hash}`;
        const { known } = this.of(one.payment);
        // In the order of their ledgers, which is the one in which they arrived.
        const arrived = [...this.fees.keys()].filter((each) => each === hash || known.includes(each));
        if (this.fees.has(hash)) this.of(one.payment).known.splice(0, known.length, ...arrived);
        return;
      }
      case 'complete':
        return void (this.of(one.payment).kept = true);
      case 'fail':
        return;
      case 'refund': {
        const { paid, earned, sentBack } = this.said(one.payment);
        const fee = paid.find((hash) => !earned.includes(hash) && !sentBack.some((sent) => sent.fee === hash));
        if (fee === undefined) return;
        this.of(one.payment).sentBack.push({ fee, hash: `B${++this.count}` });
        return void (this.onLedger -= this.fees.get(fee)!);
      }
      case 'stray': {
        const hash = `S${one.hash}`;
        if (this.strays.has(hash)) return;
        this.strays.set(hash, { amount: micro(one.amount), kept: false });
        this.onLedger += micro(one.amount);
        return this.add([bookByMark(arrival(hash, text(one.amount)), `suspense/${hash}`, false, this.books)]);
      }
      case 'keep':
      case 'return': {
        const hash = `S${one.hash}`;
        const stray = this.strays.get(hash);
        const amount = balanceOf(this.books, `suspense/${hash}`) / 10n ** 9n;
        if (!stray || amount === 0n) return;
        const resolution = one.do === 'keep' ? 'kept' : 'refunded';
        const about = {
          hash,
          runId: `fee-return-${hash}`,
          wallet: 'rS',
          propertyId: null,
          today: '2027-01-15' as const,
        };
        this.add(releaseSuspense({ ...about, resolution, amount }, { run: noRun, escrow: this.books }).escrow!);
        if (one.do === 'keep') return void (stray.kept = true);
        this.paid(about.runId, amount);
        return void this.strays.delete(hash);
      }
      case 'withdraw': {
        const runId = `revenue-${++this.count}`;
        const amount = micro(one.amount);
        try {
          const of = { ...order('1', runId), amount };
          this.add(fundPayees(of, 'fees', [{ wallet: 'rC', amount }], { run: noRun, escrow: this.books }).escrow);
        } catch (error) {
          if (error instanceof Refused) return;
          throw error;
        }
        this.paid(runId, amount);
        return void (this.withdrawn += amount);
      }
      case 'sweep':
        for (const payment of this.payments.keys())
          this.books = settle(this.books, String(payment), this.said(payment));
    }
  }

  private paid(runId: string, amount: bigint): void {
    this.onLedger -= amount;
    const entries = [
      { account: `run/${runId}` as const, amount: -exactOf(amount) },
      { account: 'ledger' as const, amount: exactOf(amount) },
    ];
    this.add([post({ postingId: `paid/${runId}`, kind: 'run-paid', entries }, this.books)]);
  }
}

/** Looks at the world after each step, and after a sweep at the end. */
function plays(steps: readonly Step[], each: (world: World) => void): void {
  const world = new World();
  for (const one of steps) {
    world.play(one);
    each(world);
  }
  world.play({ do: 'sweep' });
  each(world);
}

describe('whatever happens to the fee wallet', () => {
  it('what is left on the ledger covers every fee and every stray that may still be asked back', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        plays(steps, (world) => {
          expect(total(world.books)).toBe(0n);
          expect(world.onLedger).toBeGreaterThanOrEqual(world.owed);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('after a sweep, the books are the ledger, and what can be withdrawn is what nobody may ask back', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const world = new World();
        for (const one of steps) world.play(one);
        world.play({ do: 'sweep' });
        const { booked, withdrawable: free } = withdrawable(world.books);
        expect(booked).toBe(world.onLedger);
        expect(free).toBeLessThanOrEqual(world.onLedger - world.owed);
      }),
      { numRuns: 400 },
    );
  });
});
