import { CURRENCY } from '@tknest/contracts/rules';
import { loadPayment } from '#features/payments/collecting/commit.js';
import type { Payment } from '#features/payments/payment.state.js';
import { ACCOUNT_FLAG } from '#platform/ledger/ledger-port.js';
import { timersFireInTurn } from '../../src/simulation/actors.js';
import { startPurchase } from '../../src/simulation/purchases/people.js';
import { platformOf, type PurchasePlatform } from '../../src/simulation/purchases/purchase-instance.js';
import type { PurchaseVariant } from '../../src/simulation/purchases/purchase-variants.js';
import { PurchaseWorld } from '../../src/simulation/purchases/purchase-world.js';

const TURN_MS = 16_000;
/** Ledgers that a turn closes: what is signed is sought, concluded or proved absent within a few turns. */
const LEDGERS_A_TURN = 4;

/**
 * A story in which nothing is left to chance but ids: the platform's own processes on the simulated ledger, one turn
 * after another, without kills and lost answers. What people set on their accounts is the test's.
 */
export class CalmStory {
  readonly world: PurchaseWorld;
  readonly platform: PurchasePlatform;

  private constructor(variant: PurchaseVariant) {
    this.world = new PurchaseWorld(7, variant);
    this.platform = platformOf(this.world);
  }

  static async told(variant: PurchaseVariant = {}): Promise<CalmStory> {
    const story = new CalmStory(variant);
    story.world.random.chance = () => false;
    await story.world.setUp(12);
    return story;
  }

  /** Somebody begins a purchase. */
  async bought(more: { priority?: 'fast' } = {}): Promise<{ paymentId: string; buyer: string }> {
    const { world } = this;
    // A payer with an open payment is refused.
    for (const before = world.payments.length; world.payments.length === before;) await startPurchase(world, more);
    const paymentId = world.payments.at(-1)!;
    return { paymentId, buyer: (await this.payment(paymentId)).payer };
  }

  /** A purchase whose principal is validated and whose tokens are not issued yet. */
  async paid(): Promise<{ paymentId: string; buyer: string }> {
    const bought = await this.bought();
    const isPaid = async () => (await this.payment(bought.paymentId)).legs.recipient?.state === 'submitted';
    for (let turns = 0; turns < 40 && !(await isPaid()); turns++) await this.turn();
    if (!(await isPaid())) throw new Error('The principal was not sent');
    return bought;
  }

  /** Runs until the payer has signed both legs, before the platform has checked. */
  async untilSigned(paymentId: string): Promise<void> {
    const { walletApp } = this.world;
    const signed = (leg: string) =>
      [...walletApp.payloads.values()].some(
        ({ request, state }) => request.identifier.startsWith(`${paymentId}${leg}`) && state === 'signed',
      );
    for (let turns = 0; turns < 20 && !(signed('r') && signed('f')); turns++) {
      for (const _ of walletApp.payloads) walletApp.actOnSomething();
      if (!(signed('r') && signed('f'))) await this.turn();
    }
  }

  /** Turns until the payer is asked for a leg. @returns the request */
  async untilAsked(paymentId: string, leg: 'r' | 'f') {
    const { walletApp } = this.world;
    const asked = () =>
      [...walletApp.payloads.values()].find(({ request }) => request.identifier.startsWith(`${paymentId}${leg}`));
    for (let turns = 0; turns < 20 && !asked(); turns++) await this.turn();
    return asked()!;
  }

  /** Runs until the payer's line is on the ledger, before the platform has checked. */
  async untilLineOpened(paymentId: string): Promise<void> {
    const { payer } = await this.payment(paymentId);
    for (let turns = 0; turns < 20 && !this.line(payer); turns++) await this.turn();
  }

  async payment(paymentId: string): Promise<Payment> {
    return (await loadPayment(this.world, paymentId)).state;
  }

  set(address: string, flag: keyof typeof ACCOUNT_FLAG, on = true): void {
    const account = this.world.ledger.accounts.get(address)!;
    account.flags = on ? (account.flags ?? 0) | ACCOUNT_FLAG[flag] : (account.flags ?? 0) & ~ACCOUNT_FLAG[flag];
  }

  line(address: string, currency: keyof typeof CURRENCY = 'token') {
    return this.world.ledger.lines.get(`${address}/${CURRENCY[currency]}`);
  }

  /** Everybody signs; processes run until they wait; ledgers close. */
  async turn(): Promise<void> {
    const { world, platform } = this;
    for (const _ of world.walletApp.payloads) world.walletApp.actOnSomething();
    await platform.finish((instance) => instance.lookAtGates());
    await platform.finish((instance) => instance.refill('issuer'));
    await platform.finish((instance) => instance.follow());
    await timersFireInTurn(platform);
    world.closeLedgers(LEDGERS_A_TURN, 0);
    world.now += TURN_MS;
  }

  async turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn++) await this.turn();
  }

  /** Transactions that the issuer sent and a ledger took, by type and result. */
  byIssuer(type: string): { result: string }[] {
    return [...this.world.ledger.applied.values()].filter(
      ({ transaction }) => transaction.Account === this.world.accounts.issuer && transaction.TransactionType === type,
    );
  }
}
