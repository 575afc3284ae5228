import { CURRENCY } from '@tknest/contracts/rules';
import { dueOf, payoffQuote, totalOf, type Micro } from '@tknest/contracts/money';
import { collectionFold, setAutomation, setAutopay } from '#features/loans/collection/collection.decider.js';
import { loanFold, upTo } from '#features/loans/rules.public.js';
import { principalPayback } from '#features/payments/kinds/principal-payback.js';
import type { PaymentState } from '#features/payments/payment.state.js';
import { emptyEscrow, type EscrowState } from '#features/payouts/escrow/escrow.decider.js';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { fundPayees, fundRun, type RunOrder } from '#features/payouts/runs/run.decider.js';
import { load } from '#platform/event-store/folding.js';
import { landed, paymentOf, type Repayment } from './repayments.js';
import { ADMIN, HOLDERS, OWNERS } from './payout-cast.js';
import { ESCROW_ADDRESS, PROPERTIES, RLUSD_ISSUER, type PayoutWorld } from './payout-world.js';

/** What happens around the platform in a story: money arrives, is ordered to be paid, and payees change. */
export class Happenings {
  /** What happens later: payments that landed become known, others land after they were given up. */
  readonly late: (() => Promise<void>)[] = [];
  /** Payments whose principal is validated: they are to be settled, in whatever order. */
  readonly settling: Repayment[] = [];

  constructor(private readonly world: PayoutWorld) {}

  private amount = (): Micro => BigInt(1 + this.world.random.below(900_000_000));

  /** A landlord deposits through the platform: the payment is journaled, and booked by its kind. */
  async deposit(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const payment = paymentOf('deposit', world.random.uuid(), propertyId, ESCROW_ADDRESS, this.amount());
    this.pay(payment, { DestinationTag: propertyId });
  }

  /**
   * The money of a payment moves. The phone may send it before the platform knows of the signature, and once more
   * afterwards.
   */
  private pay(payment: PaymentState, fields: Record<string, unknown> = {}): void {
    const { world } = this;
    const { payer, payee, amount } = payment;
    const hash = world.ledger.move(payer, payee, amount, fields);
    const repayment = { payment: landed(payment, hash, world.ledger.index), again: null };
    const known = () => {
      world.journaled.add(hash);
      this.settling.push(repayment);
      if (payee !== ESCROW_ADDRESS || !world.random.chance(0.05)) return;
      const second = world.ledger.move(payer, payee, amount, fields);
      world.journaled.add(second);
      this.settling.push({ ...repayment, again: { hash: second, ledgerIndex: world.ledger.index } });
    };
    if (world.random.chance(0.7)) known();
    else this.late.push(async () => known());
  }

  /** A landlord begins to repay; the payment lands, is given up, or is given up and lands all the same. */
  async payback(): Promise<void> {
    const { world } = this;
    const { random, store } = world;
    const propertyId = random.pick(PROPERTIES);
    const today = await world.today();
    const { state: loan } = await load(store, loanFold(propertyId));
    if (loan.status !== 'open') return;
    const holders = [...world.holdersAt(propertyId, await store.head()).keys()];
    const to = holders.length === 1 && random.chance(0.5) ? 'holder' : 'escrow';
    const { account } = upTo(today, loan).state;
    const payoff = payoffQuote(account, today).amount;
    const amount = random.pick([this.amount(), totalOf(dueOf(account)), account.level, payoff, payoff + 5_000_000n]);
    const payment = paymentOf(
      'principal_payback',
      random.uuid(),
      propertyId,
      to === 'escrow' ? ESCROW_ADDRESS : holders[0]!,
      amount,
    );
    const repayment = {
      to,
      earlyPrincipal: random.pick(['term', 'instalment'] as const),
      allEarly: random.chance(0.2),
    } as const;
    const begun = await world.decide(
      'none',
      ({ loan: state }: any) => {
        const started = { ...payment, repayment, today };
        principalPayback.mustFit!(started, { loan: state });
        return principalPayback.begun(started, { loan: state });
      },
      { loan: loanFold(propertyId) },
    );
    if (!begun) return;
    // A wrong process counts what it has only asked for.
    if (world.variant.allocatesEarly) this.settling.push({ payment: landed(payment, random.uuid(), 1), again: null });
    const fate = random.next();
    if (fate < 0.75) return this.pay(payment);
    await world.decide('none', ({ loan: state }: any) => principalPayback.unpaid(payment, 'expired', { loan: state }), {
      loan: loanFold(propertyId),
    });
    const given = { ...payment, latePrincipal: { hash: '', ledgerIndex: 0 } };
    if (fate < 0.9) this.late.push(async () => this.pay(given));
  }

  /** Its owner turns autopay on or off, or an admin rent automation. */
  async configure(): Promise<void> {
    const { world } = this;
    const { random } = world;
    const propertyId = random.pick(PROPERTIES);
    const today = await world.today();
    const enabled = random.chance(0.7);
    const { state: loan } = await load(world.store, loanFold(propertyId));
    const automation = {
      propertyId,
      enabled,
      today,
      installment: loan.account.level,
      monthlyRentAmount: random.pick([300_000_000n, 2_000_000_000n]),
      payoutDay: 1,
      feeBps: random.pick([0, 500, 1_000]),
      loanIsOpen: true,
    };
    await world.decide(
      'none',
      ({ collection }: any) => ({
        collection: random.chance(0.5)
          ? setAutopay({ propertyId, enabled, today }, collection)
          : setAutomation(automation, collection),
      }),
      { collection: collectionFold(propertyId) },
    );
  }

  /** A wrong process begins a run although no money moves into it. */
  async beginUnfunded(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const period = `unfunded-${world.random.below(1_000_000)}`;
    const from = `deposit/${propertyId}` as const;
    const order: RunOrder = {
      runId: `due-${propertyId}-${period}`,
      propertyId,
      source: 'autopay',
      period,
      date: await world.today(),
      recordPosition: null,
      amount: this.amount(),
      fee: 0n,
    };
    await world.decide(order.runId, ({ run }: any) => ({
      run: fundRun(order, from, { run, escrow: plenty(from) }).run,
    }));
  }

  /** An admin pays somebody out of the float; what cannot be paid goes back there. */
  async payByHand(): Promise<void> {
    const { world } = this;
    const amount = BigInt(1 + world.random.below(20_000_000));
    const runId = `hand-${world.random.uuid()}`;
    const order: RunOrder = {
      runId,
      propertyId: null,
      source: 'by-hand',
      period: 'x',
      date: 'x',
      recordPosition: null,
      amount,
      fee: 0n,
    };
    const from = world.variant.paysFromDeposit ? 'deposit/1' : 'float';
    const payees = [{ wallet: world.random.pick(HOLDERS), amount }];
    const made = await world.decide(runId, (states: any) => fundPayees(order, from, payees, states), {
      lines: batchFold(runId, '0'),
    });
    if (made) world.byHand.push(runId);
  }

  /** Something happens to a payee, or ends. */
  befall(): void {
    const { ledger, random, holders, blocked } = this.world;
    const wallet = random.pick(holders);
    const line = `${wallet}/${CURRENCY.rlusd}`;
    const roll = random.next();
    if (roll < 0.4) return this.heal(wallet);
    if (roll < 0.45) return void ledger.conditions.set(wallet, { holderFrozen: true });
    if (roll < 0.48) return void ledger.conditions.set(wallet, { holderGlobalFreeze: true });
    if (roll < 0.5) return void ledger.conditions.set(wallet, { qualityIn: 900_000_000 });
    if (roll < 0.58) return void ledger.lines.delete(line);
    if (roll < 0.7) return void ledger.conditions.set(wallet, { deepFrozen: true });
    if (roll < 0.76) return void ledger.conditions.set(wallet, { frozen: true });
    if (roll < 0.82) return void ledger.conditions.set(wallet, { limit: ledger.balance(wallet, CURRENCY.rlusd) });
    if (roll < 0.87) return void ledger.conditions.set(wallet, { depositAuth: true });
    if (roll < 0.92) return void ledger.conditions.set(wallet, { requireTag: true });
    if (roll < 0.96) return void ledger.accounts.delete(wallet);
    blocked.add(wallet);
  }

  heal(wallet: string): void {
    const { ledger, blocked } = this.world;
    blocked.delete(wallet);
    ledger.conditions.delete(wallet);
    ledger.lines.set(`${wallet}/${CURRENCY.rlusd}`, { authorized: true, frozen: false });
    if (!ledger.accounts.has(wallet)) ledger.accounts.set(wallet, { sequence: 1, xrp: 100_000_000n });
  }

  foreignArrival(): void {
    const { ledger, random } = this.world;
    const memo = (type: string, data: string) => ({
      Memos: [{ Memo: { MemoType: hex(type), MemoData: hex(data) } }],
    });
    const [from, fields] = random.pick<[string, Record<string, unknown>]>([
      [OWNERS[0], memo('tknest/deposit/1', '1')],
      [OWNERS[0], memo('tknest/deposit/1', '2')],
      [OWNERS[1], {}],
      [HOLDERS[0]!, { DestinationTag: 1 }],
      [HOLDERS[1]!, {}],
      [ADMIN.classicAddress, memo('tknest/float/1', '')],
      [HOLDERS[2]!, memo('tknest/float/1', '')],
    ]);
    ledger.move(from, ESCROW_ADDRESS, this.amount(), fields);
  }

  /** The issuer takes some back; in a world that is well it is made good. */
  clawBack(): void {
    const { ledger } = this.world;
    const held = ledger.balance(ESCROW_ADDRESS, CURRENCY.rlusd);
    if (held > 10n) ledger.move(RLUSD_ISSUER, ESCROW_ADDRESS, held / 10n, { TransactionType: 'Clawback' });
  }

  async takenByIssuer(): Promise<Micro> {
    let taken = 0n;
    for (const { transaction, hash } of this.world.ledger.applied.values())
      if (transaction.TransactionType === 'Clawback') taken += this.world.ledger.takenBy(hash);
    return taken;
  }
}

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();
export const FLOAT = [{ Memo: { MemoType: hex('tknest/float/1'), MemoData: '' } }];

const plenty = (account: string): EscrowState => ({ ...emptyEscrow, balances: new Map([[account, 10n ** 30n]]) });
