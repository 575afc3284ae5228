import { beforeEach, describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { payerFold } from '#features/payments/payer.decider.js';
import { paymentFold } from '#features/payments/payment.evolve.js';
import { feesOwedBack } from '#features/payments/payment.state.js';
import { viewOf } from '#features/payments/payment.view.js';
import { load } from '#platform/event-store/folding.js';
import { CalmStory } from '#test/support/calm-story.js';
import { FEE_WALLET } from './purchase-cast.js';
import { payFee, resolveCase, startPurchase } from './people.js';

let story: CalmStory;
let buyer: string;
let paymentId: string;
beforeEach(async () => {
  story = await CalmStory.told();
  ({ buyer, paymentId } = await story.paid());
});

const payment = () => story.payment(paymentId);
const debts = async () => [...(await load(story.world.store, payerFold(buyer))).state.feesOwed.keys()];
const caseOfFee = async () => (await load(story.world.store, caseFold(`fee-owed-${paymentId}`))).state;
const feesReceived = () => story.world.ledger.balance(FEE_WALLET.classicAddress, CURRENCY.rlusd);
/** The payer's request to sign a fee. */
const requestOf = (of: string, attempt: string) =>
  [...story.world.walletApp.payloads.values()].find(({ request }) => request.identifier === `${of}${attempt}`);

/** Another transaction takes the fee's sequence, as that of the wallet app's own fee does, and nobody signs again. */
async function askedAgain() {
  const { walletApp } = story.world;
  walletApp.spendAtFee();
  walletApp.silent = true;
  for (let turn = 0; turn < 10 && !requestOf(paymentId, 'f2'); turn++) await story.turn();
  return requestOf(paymentId, 'f2')!;
}
async function declined(): Promise<void> {
  (await askedAgain()).state = 'rejected';
  await story.turns(4);
  story.world.walletApp.silent = false;
}
/** Whether the buyer may begin a purchase. */
async function buysMore(): Promise<boolean> {
  const { world } = story;
  world.random.pick = ((among: unknown[]) => among.find((one) => one === buyer) ?? among[0]) as never;
  const before = world.payments.length;
  await startPurchase(world);
  return world.payments.length > before;
}

describe('the fee of a purchase', () => {
  it('is asked for again where its sequence was taken, and stops nobody until it is declined', async () => {
    await askedAgain();
    await story.turns(2);
    expect(viewOf(await payment())).toMatchObject({ status: 'completed', feeStatus: 'open' });
    expect(await debts()).toEqual([]);
    story.world.walletApp.silent = false;
    await story.turns(4);
    expect(viewOf(await payment()).feeStatus).toBe('paid');
    expect(await buysMore()).toBe(true);
  });

  it('is owed where it was declined: the next purchase is refused, where it started at once', async () => {
    await declined();
    expect(viewOf(await payment())).toMatchObject({ status: 'completed', feeStatus: 'unpaid' });
    expect(await debts()).toEqual([paymentId]);
    expect(await caseOfFee()).toMatchObject({ status: 'open', wallet: buyer });
    expect(await buysMore()).toBe(false);
  });

  it('is paid by a payment of its own, once, and frees the payer', async () => {
    await declined();
    const before = feesReceived();
    await payFee(story.world);
    const feeId = story.world.payments.at(-1)!;
    expect(await story.payment(feeId)).toMatchObject({ kind: 'fee', feeOf: paymentId, platformFee: 0n });
    await story.turns(8);
    expect(viewOf(await story.payment(feeId))).toMatchObject({ status: 'completed', feeStatus: 'none' });
    expect(viewOf(await payment()).feeStatus).toBe('paid');
    expect(feesReceived() - before).toBe((await payment()).platformFee);
    expect(await debts()).toEqual([]);
    expect(await caseOfFee()).toMatchObject({ status: 'resolved', resolution: 'settled' });
    expect(await buysMore()).toBe(true);
  });

  it('is sent back where it is paid a second time', async () => {
    await declined();
    const paid = { paymentId, feePaymentId: 'first', hash: 'A', ledgerIndex: 1 };
    await payFee(story.world);
    await story.world.append(`payment-${paymentId}`, [{ type: 'OwedFeePaid', data: paid }]);
    await story.turns(8);
    const { hash } = (await story.payment(story.world.payments.at(-1)!)).principal!;
    expect(feesOwedBack(await payment())).toEqual([hash]);
    expect((await load(story.world.store, caseFold(`fee-paid-twice-${hash}`))).state.status).toBe('open');
  });

  it('is not owed any more once two people have waived it', async () => {
    await declined();
    await resolveCase(story.platform, `fee-owed-${paymentId}`, 'waived');
    expect(viewOf(await payment()).feeStatus).toBe('none');
    expect(await debts()).toEqual([]);
    expect(await buysMore()).toBe(true);
  });

  it('waits while the issuer of RLUSD prevents its payer from paying, and is then asked for again', async () => {
    const line = story.line(buyer, 'rlusd')!;
    line.frozen = true;
    await story.turns(12);
    expect(viewOf(await payment())).toMatchObject({ status: 'completed', feeStatus: 'open' });
    const { attempt } = (await payment()).legs.platform!;
    await story.turns(12);
    expect((await payment()).legs.platform!.attempt).toBe(attempt);
    expect(await debts()).toEqual([]);
    line.frozen = false;
    await story.turns(8);
    expect(viewOf(await payment()).feeStatus).toBe('paid');
  });

  it('is asked for again also where its payer declined while the issuer prevented it', async () => {
    const { state: requested } = await askedAgain();
    expect(requested).toBe('open');
    story.line(buyer, 'rlusd')!.frozen = true;
    requestOf(paymentId, 'f2')!.state = 'rejected';
    await story.turns(4);
    expect(await debts()).toEqual([]);
    story.line(buyer, 'rlusd')!.frozen = false;
    story.world.walletApp.silent = false;
    await story.turns(8);
    expect(viewOf(await payment()).feeStatus).toBe('paid');
  });

  it('is taken from the memo of its payment where a restored log has lost the fee’s payment', async () => {
    await declined();
    const { world, platform } = story;
    const end = await world.store.head();
    await payFee(world);
    const feeId = world.payments.at(-1)!;
    await story.turns(8);
    expect(await debts()).toEqual([]);
    await world.restore(end);
    platform.restart();
    expect(await debts()).toEqual([paymentId]);
    await platform.finish((instance) => instance.reconcile());
    await story.turns(6);
    expect((await load(world.store, paymentFold(feeId))).state.phase).toBe('completed');
    expect(viewOf(await payment()).feeStatus).toBe('paid');
    expect(await debts()).toEqual([]);
  });
});
