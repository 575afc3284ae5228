import { beforeEach, describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { loadListing } from '#features/listings/rules.public.js';
import { viewOf } from '#features/payments/payment.view.js';
import { CalmStory } from '#test/support/calm-story.js';
import { cancel, closeSale } from './people.js';

let story: CalmStory;
let paymentId: string;
let buyer: string;
let principal: { state: string; signed: { hex: string } | null };
/** The payer has signed the principal and not the fee, and cancels. */
beforeEach(async () => {
  story = await CalmStory.told();
  ({ paymentId, buyer } = await story.bought());
  principal = await story.untilAsked(paymentId, 'r');
  story.world.walletApp.silent = true;
  story.world.walletApp.sign(principal as never);
  await story.turns(2);
  expect((await payment()).legs.recipient?.state).toBe('signed');
  await cancel(story.platform, paymentId);
});
const payment = () => story.payment(paymentId);
const listing = () => loadListing(story.world.store, 1);
const isReserved = async () => (await listing()).reserved.has(paymentId);

/** The last ledger that could include the signed principal is validated. */
async function passed(): Promise<void> {
  const { lastLedgerSequence } = (await payment()).legs.recipient!;
  story.world.closeLedgers(lastLedgerSequence - story.world.ledger.index, 0);
}

describe('a purchase whose payer canceled after signing the principal', () => {
  it('keeps its tokens until the last ledger of that signature has passed, and the sale waits for it', async () => {
    expect(viewOf(await payment())).toMatchObject({ outcome: 'cancelled', couldLand: true });
    await closeSale(story.platform);
    await story.turns(4);
    expect(await isReserved()).toBe(true);
    expect((await listing()).status).toBe('open');
    await passed();
    await story.turns(2);
    expect(await isReserved()).toBe(false);
    expect(viewOf(await payment()).couldLand).toBe(false);
    expect((await listing()).status).toBe('closed');
  });

  it('gets its tokens if the principal lands after all, even where the sale is ending', async () => {
    const { tokens } = await payment();
    await closeSale(story.platform);
    for (const payload of story.world.walletApp.payloads.values()) payload.opened = false;
    await story.turns(4);
    story.world.walletApp.silent = false;
    story.world.ledger.take(principal.signed!.hex);
    await story.turns(10);
    // The platform withdrew the fee's request, so it asks again.
    expect(viewOf(await payment())).toMatchObject({ outcome: 'settled', couldLand: false, feeStatus: 'paid' });
    expect(story.world.ledger.balance(buyer, CURRENCY.token)).toBe(BigInt(tokens!) * 1_000_000n);
    expect((await listing()).status).toBe('closed');
  });

  it('releases them as soon as another transaction of the payer has taken the sequence', async () => {
    story.world.ledger.accounts.get(buyer)!.sequence++;
    await story.turns(4);
    expect(await isReserved()).toBe(false);
  });
});
