import { beforeEach, describe, expect, it } from '@jest/globals';
import { loadListing } from '#features/listings/rules.public.js';
import type { Answer } from '#features/payments/collecting/recovery.js';
import { START } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { closeSale } from './people.js';
import { CalmStory } from '#test/support/calm-story.js';
import { ROLLBACK } from './purchase-variants.js';

/** A turn has few ledgers, but a signing gate waits for forty. */
const UNTIL_OPEN = 14;
const DAYS_LATER = '2026-02-01';

let story: CalmStory;
let paymentId: string;
let buyer: string;
beforeEach(async () => {
  story = await CalmStory.told(ROLLBACK);
  await story.turns(UNTIL_OPEN);
  ({ paymentId, buyer } = await story.paid());
});

/** The log ends immediately before the first event of this type and leg; the ledger stays as it is. */
async function restored(type: string, leg?: string): Promise<void> {
  const { events } = await story.world.store.readAll(START, { limit: 10_000, filter: { types: [type] } });
  const first = events.find(({ data }) => data.paymentId === paymentId && (!leg || data.leg === leg))!;
  await story.world.restore(toPosition(toSequence(first.position) - 1));
  story.platform.restart();
}
const issued = () => story.byIssuer('Payment').filter(({ result }) => result === 'tesSUCCESS').length;
const answer = (given: Answer) => story.platform.finish((instance) => instance.reconcile(given));
const sold = async () => (await loadListing(story.world.store, 1)).sold;

describe('a purchase whose tokens were issued in a time that the log has forgotten', () => {
  beforeEach(async () => {
    await story.turns(8);
    expect((await story.payment(paymentId)).phase).toBe('completed');
  });

  it('is completed with them, and no more are issued', async () => {
    await restored('LegPrepared', 'issuance');
    await story.turns(UNTIL_OPEN + 6);
    expect([(await story.payment(paymentId)).phase, issued()]).toEqual(['completed', 1]);
  });

  it('is completed also where its wallet would take none any more, and nobody owes it back', async () => {
    await restored('LegPrepared', 'issuance');
    story.set(buyer, 'depositAuth');
    story.world.objections.set(buyer, { code: 'wallet-suspended', message: 'Suspended' });
    await story.turns(UNTIL_OPEN + 3);
    story.world.today = DAYS_LATER;
    await story.turns(6);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'completed', owed: null });
    expect(issued()).toBe(1);
  });

  it.each(['count', 'owe-back'] as const)(
    'counts where nothing of it is known, whatever the answer: %s',
    async (given) => {
      await restored('PaymentStarted');
      story.set(buyer, 'depositAuth');
      await story.turns(UNTIL_OPEN);
      await answer(given);
      await story.turns(6);
      expect([(await story.payment(paymentId)).phase, issued()]).toEqual(['completed', 1]);
      expect(await sold()).toBe((await story.payment(paymentId)).tokens);
      // Its fee was paid too, so it is not requested again.
      expect(await story.payment(paymentId)).toMatchObject({ legs: { platform: { state: 'validated', attempt: 1 } } });
    },
  );
});

describe('a purchase of which the log has forgotten everything but for which nothing was issued', () => {
  beforeEach(async () => {
    for (let closed = 0; closed < 3; closed++) story.world.ledger.close();
    await restored('PaymentStarted');
    await story.turns(UNTIL_OPEN);
  });

  it('gets its tokens where it is counted', async () => {
    await answer('count');
    await story.turns(8);
    expect([(await story.payment(paymentId)).phase, issued()]).toEqual(['completed', 1]);
  });

  it('gets none where its buyer may hold none', async () => {
    story.world.objections.set(buyer, { code: 'verification-lapsed', message: 'Lapsed' });
    await answer('count');
    await story.turns(6);
    expect(await story.payment(paymentId)).toMatchObject({
      phase: 'settling',
      delivery: { obstacle: 'verification-lapsed' },
    });
    expect(issued()).toBe(0);
  });

  it('is owed back where the answer is so, or the sale has ended', async () => {
    await closeSale(story.platform);
    await answer('count');
    await answer('owe-back');
    await story.turns(6);
    expect(await story.payment(paymentId)).toMatchObject({
      phase: 'failed',
      owed: { reason: 'admin', feeKept: false },
    });
    expect([issued(), await sold()]).toEqual([0, 0]);
  });
});
