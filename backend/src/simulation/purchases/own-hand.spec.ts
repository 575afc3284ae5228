import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { addDays } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { viewOf } from '#features/payments/payment.view.js';
import { CalmStory } from '#test/support/calm-story.js';
import { cancel } from './people.js';

/** Less than the ten minutes after which a payment expires. */
const TURNS = 6;
/** More than that. */
const EXPIRED = 40;

let story: CalmStory;
let paymentId: string;
let buyer: string;
let request: { state: string; signed: { hex: string } | null };
beforeEach(async () => {
  story = await CalmStory.told();
  ({ paymentId, buyer } = await story.bought());
  request = await story.untilAsked(paymentId, 'r');
  // From now on, only what the test signs is signed.
  story.world.walletApp.silent = true;
});

describe('a principal that the payer sends by the own hand before the fee is signed', () => {
  it('is seen on the ledger while the payment waits, where it stayed pending without a hash', async () => {
    story.world.walletApp.sign(request as never);
    story.world.ledger.take(request.signed!.hex);
    await story.turns(TURNS);
    const payment = await story.payment(paymentId);
    expect(viewOf(payment)).toMatchObject({ txHashes: { recipient: expect.any(String) }, outcome: 'settled' });
    expect(story.world.ledger.balance(buyer, CURRENCY.token)).toBe(BigInt(payment.tokens!) * 1_000_000n);
  });

  it('is seen also where the wallet app never learns of the signature', async () => {
    story.world.walletApp.sign(request as never);
    story.world.ledger.take(request.signed!.hex);
    Object.assign(request, { state: 'open', signed: null });
    await story.turns(TURNS);
    const payment = await story.payment(paymentId);
    expect(viewOf(payment)).toMatchObject({ txHashes: { recipient: expect.any(String) }, outcome: 'settled' });
    expect(payment.extraPrincipals).toEqual([]);
  });

  it.each([true, false])(
    'counts on the day of its ledger, also where that is learned later (wallet app: %s)',
    async (isTold) => {
      const { world } = story;
      const before = world.today;
      world.walletApp.sign(request as never);
      world.ledger.take(request.signed!.hex);
      world.closeLedgers(2);
      if (!isTold) Object.assign(request, { state: 'open', signed: null });
      world.today = addDays(before, 1);
      await story.turns(TURNS);
      expect(await story.payment(paymentId)).toMatchObject({ principal: { paidOn: before } });
    },
  );

  it('counts on the day of its ledger, also where the node that is asked is behind it', async () => {
    const { world } = story;
    const { ledger, today: before } = world;
    const behind = await ledger.account(buyer);
    world.walletApp.sign(request as never);
    ledger.take(request.signed!.hex);
    world.closeLedgers(2);
    world.today = addDays(before, 1);
    const account = jest.spyOn(ledger, 'account').mockImplementation(async () => behind);
    await story.turns(2);
    expect(await story.payment(paymentId)).toMatchObject({
      legs: { recipient: { state: 'signed', signedOn: before } },
    });
    account.mockRestore();
    await story.turns(TURNS);
    expect(await story.payment(paymentId)).toMatchObject({ principal: { paidOn: before } });
  });

  it('is signed on the day of the ledger, also where the calendar has yet to get there', async () => {
    const { world } = story;
    const tomorrow = addDays(world.today, 1);
    jest.spyOn(world.ledger, 'closedAt').mockImplementation(async () => new Date(`${tomorrow}T12:00:00Z`));
    jest.spyOn(world.ledger, 'closeTimeOf').mockImplementation(() => new Date(`${tomorrow}T12:00:00Z`));
    world.walletApp.sign(request as never);
    await story.turns(2);
    expect(await story.payment(paymentId)).toMatchObject({ legs: { recipient: { signedOn: tomorrow } } });
  });

  it.each([true, false])('cannot be canceled any more (wallet app: %s)', async (isTold) => {
    story.world.walletApp.sign(request as never);
    story.world.ledger.take(request.signed!.hex);
    story.world.closeLedgers(2);
    if (!isTold) Object.assign(request, { state: 'open', signed: null });
    await cancel(story.platform, paymentId);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'settling' });
  });

  it('is late where it is validated a moment after the payment was canceled, and buys its tokens', async () => {
    story.world.walletApp.sign(request as never);
    story.world.ledger.take(request.signed!.hex);
    await cancel(story.platform, paymentId);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'cancelled' });
    await story.turns(TURNS);
    const payment = await story.payment(paymentId);
    expect(payment).toMatchObject({ principal: { isLate: true } });
    expect(story.world.ledger.balance(buyer, CURRENCY.token)).toBe(BigInt(payment.tokens!) * 1_000_000n);
  });

  it('expires unsent while the wallet app cannot be reached; what the app tells afterwards is never sent', async () => {
    const { walletApp, ledger } = story.world;
    walletApp.sign(request as never);
    walletApp.away = true;
    await story.turns(EXPIRED);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'expired', orphans: [] });
    walletApp.away = false;
    await story.turns(TURNS);
    const { phase, orphans } = await story.payment(paymentId);
    expect([phase, orphans.map(({ leg }) => leg)]).toEqual(['expired', ['recipient']]);
    expect(ledger.applied.has(orphans[0]!.hash)).toBe(false);
  });

  it('and what else moves the account does not keep it from being canceled', async () => {
    story.world.ledger.accounts.get(buyer)!.sequence++;
    await cancel(story.platform, paymentId);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'cancelled' });
  });

  it('and what else moves the account is not taken for it', async () => {
    story.world.ledger.accounts.get(buyer)!.sequence++;
    await story.turns(TURNS);
    expect(await story.payment(paymentId)).toMatchObject({
      phase: 'open',
      legs: { recipient: { state: 'requested' } },
    });
  });
});
