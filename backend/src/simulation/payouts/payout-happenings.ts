import { CURRENCY } from '@tknest/contracts/rules';
import type { Micro } from '@tknest/contracts/money';
import { bookArrival, emptyEscrow, type EscrowState } from '../../features/payouts/escrow/escrow.decider.js';
import { batchFold } from '../../features/payouts/runs/batch.state.js';
import {
  dueRunId,
  fundPayees,
  fundRun,
  fundRunByArrival,
  paybackRunId,
  type RunOrder,
} from '../../features/payouts/runs/run.decider.js';
import { ADMIN, HOLDERS, OWNERS } from './payout-cast.js';
import { ESCROW_ADDRESS, PROPERTIES, RLUSD_ISSUER, type PayoutWorld } from './payout-world.js';

/** What happens around the platform in a story: money arrives, is ordered to be paid, and payees change. */
export class Happenings {
  private paybacks = 0;
  /** Deposits that landed and that their payments do not know of yet. */
  readonly late: (() => Promise<void>)[] = [];

  constructor(private readonly world: PayoutWorld) {}

  private amount = (): Micro => BigInt(1 + this.world.random.below(900_000_000));

  /** A landlord deposits through the platform: the payment is journalled, and booked by its kind. */
  async deposit(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const amount = this.amount();
    const hash = world.ledger.move(OWNERS[propertyId - 1]!, ESCROW_ADDRESS, amount, { DestinationTag: propertyId });
    const arrival = this.arrivalOf(hash, amount);
    const settle = async () => {
      world.journalled.add(hash);
      await world.decide(`deposit-${hash}`, ({ escrow }: { escrow: EscrowState }) => ({
        escrow: [bookArrival(arrival, [{ account: `deposit/${propertyId}`, amount }], escrow)],
      }));
    };
    // The phone may send it before the platform knows of the signature.
    if (world.random.chance(0.7)) return settle();
    this.late.push(settle);
  }

  private arrivalOf = (hash: string, amount: Micro) => ({
    hash,
    ledgerIndex: this.world.ledger.index,
    delivered: `${amount / 1_000_000n}.${(amount % 1_000_000n).toString().padStart(6, '0')}`,
    note: 'a payment',
  });

  /** What falls due is collected from the deposit, whole or not at all. */
  async collect(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const date = world.dueDate();
    const amount = this.amount();
    const fee = world.random.chance(0.7) ? (amount * 25n) / 1000n : 0n;
    const order = await this.order(dueRunId(propertyId, date), propertyId, amount, fee, 'autopay', date);
    const from = `deposit/${propertyId}` as const;
    const made = await world.decide(order.runId, ({ run, escrow }: any) => {
      // A wrong process begins although the deposit does not cover it.
      const books = world.variant.unfunded ? plenty(from) : escrow;
      const { run: facts, escrow: postings } = fundRun(order, from, { run, escrow: books });
      return { run: facts, escrow: world.variant.unfunded ? [] : postings };
    });
    if (made) this.remember(order);
  }

  /** A landlord's payback reaches the escrow and is distributed. */
  async payback(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const amount = this.amount();
    const over = world.random.chance(0.2) ? 5_000_000n : 0n;
    const hash = world.ledger.move(OWNERS[propertyId - 1]!, ESCROW_ADDRESS, amount + over);
    world.journalled.add(hash);
    const order = await this.order(
      paybackRunId(`p${++this.paybacks}`),
      propertyId,
      amount,
      0n,
      'payback',
      '2027-01-01',
    );
    const rest = { account: `deposit/${propertyId}` as const, amount: over };
    const arrival = this.arrivalOf(hash, amount + over);
    await world.decide(order.runId, (states: any) => fundRunByArrival(order, arrival, rest, states));
    this.remember(order);
  }

  private async order(
    runId: string,
    propertyId: number,
    amount: Micro,
    fee: Micro,
    source: RunOrder['source'],
    date: string,
  ): Promise<RunOrder> {
    const recordPosition = this.world.random.chance(0.5) ? await this.world.store.head() : null;
    return { runId, propertyId, source, period: date, date, recordPosition, amount, fee };
  }

  private remember({ runId, propertyId, amount, fee }: RunOrder): void {
    this.world.ordered.push({
      runId,
      propertyId: propertyId!,
      amount,
      fee,
      holders: this.world.holdersNow(propertyId!),
    });
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
    if (roll < 0.55) return void ledger.lines.delete(line);
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
