import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryObstacle } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { loadListing } from '#features/listings/rules.public.js';
import { feesHeld, feesOwedBack, owedBack } from '#features/payments/payment.state.js';
import { viewOf } from '#features/payments/payment.view.js';
import { load } from '#platform/event-store/folding.js';
import { closeSale } from './people.js';
import { CalmStory } from '#test/support/calm-story.js';

/** The first day after seven days of waiting. */
const WAITED = '2026-01-09';
const SUSPENDED = { code: 'wallet-suspended', message: 'Suspended' };
const LAPSED = { code: 'verification-lapsed', message: 'Lapsed' };

let story: CalmStory;
let buyer: string;
let paymentId: string;
beforeEach(async () => {
  story = await CalmStory.told();
  ({ buyer, paymentId } = await story.paid());
});
const key = () => `${buyer}/${CURRENCY.token}`;
const payment = () => story.payment(paymentId);
const listing = () => loadListing(story.world.store, 1);
const caseOf = async (id: string) => (await load(story.world.store, caseFold(id))).state;

/** The state into which a buyer, or somebody who decides about them, puts the wallet. */
const MADE: Record<Exclude<DeliveryObstacle, 'unexplained' | 'sold-out' | 'terms-differ'>, () => void> = {
  'deposit-auth': () => story.set(buyer, 'depositAuth'),
  'destination-tag': () => story.set(buyer, 'requireDestTag'),
  'account-deleted': () => {
    story.world.ledger.lines.delete(key());
    story.world.ledger.accounts.delete(buyer);
  },
  'line-missing': () => {
    story.world.walletApp.silent = true;
    story.world.ledger.lines.delete(key());
  },
  'line-limit': () => {
    story.world.walletApp.silent = true;
    story.line(buyer)!.limit = '0';
  },
  'line-quality': () => (story.line(buyer)!.qualityIn = 900_000_000),
  'line-frozen': () => (story.line(buyer)!.frozen = true),
  suspended: () => story.world.objections.set(buyer, SUSPENDED),
  'verification-lapsed': () => story.world.objections.set(buyer, LAPSED),
};
const OBSTACLES = Object.keys(MADE) as (keyof typeof MADE)[];
const FEE_GOES_BACK = ['line-frozen', 'suspended', 'verification-lapsed'];

describe('a purchase whose principal is validated and whose tokens the wallet refuses', () => {
  it.each(OBSTACLES)(
    'costs no ticket while it waits, where it was 116 issuances in 120 ledgers: %s',
    async (obstacle) => {
      MADE[obstacle]();
      await story.turns(30);
      expect(story.byIssuer('Payment')).toEqual([]);
      expect(await payment()).toMatchObject({ phase: 'settling', delivery: { obstacle, until: '2026-01-08' } });
      expect(await caseOf(`issuance-blocked-${paymentId}`)).toMatchObject({ status: 'open' });
    },
  );

  it.each(OBSTACLES)(
    'ends after DELIVERY_DAYS: its tokens are free, the principal is owed back: %s',
    async (obstacle) => {
      MADE[obstacle]();
      await story.turns(5);
      story.world.today = WAITED;
      await story.turns(5);
      const ended = await payment();
      expect(ended).toMatchObject({ phase: 'failed', owed: { reason: obstacle } });
      const dueOn = obstacle === 'suspended' ? null : '2026-01-26';
      const { hash } = ended.legs.recipient!;
      expect(owedBack(ended)).toEqual([{ hash, ledgerIndex: expect.any(Number), dueOn }]);
      expect(ended.owed!.dueOn).toBe(dueOn);
      expect((await listing()).reserved.size).toBe(0);
      expect(await caseOf(`issuance-blocked-${paymentId}`)).toMatchObject({ status: 'resolved' });
      expect(await caseOf(`late-principal-${ended.legs.recipient!.hash}`)).toMatchObject({ status: 'open' });
      expect(feesHeld(ended)).toHaveLength(obstacle === 'account-deleted' ? 0 : 1);
      expect(feesOwedBack(ended)).toHaveLength(FEE_GOES_BACK.includes(obstacle) ? 1 : 0);
      // No issuance after that, whatever the wallet's settings are then.
      story.set(story.world.accounts.owner, 'depositAuth', false);
      if (story.world.ledger.accounts.has(buyer)) story.set(buyer, 'depositAuth', false);
      await story.turns(10);
      expect(story.byIssuer('Payment')).toEqual([]);
    },
  );

  it('is delivered where the setting is turned off in time, and its case is closed', async () => {
    story.set(buyer, 'depositAuth');
    await story.turns(5);
    story.world.today = WAITED;
    story.set(buyer, 'depositAuth', false);
    await story.turns(5);
    expect((await payment()).phase).toBe('completed');
    expect(await caseOf(`issuance-blocked-${paymentId}`)).toMatchObject({ resolution: 'tokens-issued' });
  });

  it('counts its days from the validation of the principal, and never begins them again', async () => {
    story.world.today = '2026-01-05';
    story.set(buyer, 'requireDestTag');
    await story.turns(3);
    const { until } = (await payment()).delivery;
    story.set(buyer, 'requireDestTag', false);
    story.set(buyer, 'depositAuth');
    await story.turns(3);
    expect((await payment()).delivery).toMatchObject({ obstacle: 'deposit-auth', until });
  });

  it('gets three attempts in all where a setting is switched right before each, and then none', async () => {
    const { ledger } = story.world;
    const submit = ledger.submit.bind(ledger);
    ledger.submit = async (blob) => {
      story.set(buyer, 'depositAuth');
      return submit(blob);
    };
    for (let turn = 0; turn < 20; turn++) {
      await story.turn();
      story.set(buyer, 'depositAuth', false);
    }
    expect(story.byIssuer('Payment').map(({ result }) => result)).toEqual(Array(3).fill('tecNO_PERMISSION'));
    expect((await payment()).delivery.obstacle).toBe('unexplained');
    story.world.today = WAITED;
    await story.turns(3);
    expect(await payment()).toMatchObject({ phase: 'failed', owed: { reason: 'unexplained', feeKept: false } });
  });

  it('is told to the outside: why, until when, and then who owes it back', async () => {
    story.set(buyer, 'depositAuth');
    await story.turns(3);
    expect(viewOf(await payment())).toMatchObject({
      status: 'settling',
      undeliverable: { reason: 'deposit-auth', until: '2026-01-08' },
      owedBack: null,
    });
    story.world.today = WAITED;
    await story.turns(3);
    const { amount } = await payment();
    expect(viewOf(await payment(), null, WAITED)).toMatchObject({
      status: 'failed',
      undeliverable: null,
      owedBack: { by: story.world.accounts.owner, amount: toDecimal(amount), status: 'due', dueOn: '2026-01-26' },
    });
    expect(viewOf(await payment(), null, '2026-01-27').owedBack).toMatchObject({ status: 'overdue' });
  });
});

describe('a sale that is closed', () => {
  const close = () => closeSale(story.platform);

  it('ends an undeliverable purchase at once, without waiting for its days', async () => {
    story.set(buyer, 'depositAuth');
    await story.turns(3);
    await close();
    expect((await listing()).closing).not.toBeNull();
    await story.turns(2);
    expect((await payment()).phase).toBe('failed');
    expect(await listing()).toMatchObject({ status: 'closed', sold: 0 });
  });

  it('awaits a purchase that is in flight, and closes with its settlement', async () => {
    await close();
    expect((await listing()).status).toBe('open');
    await story.turns(5);
    const { phase, tokens } = await payment();
    expect(phase).toBe('completed');
    expect(await listing()).toMatchObject({ status: 'closed', sold: tokens });
  });

  it('ends a purchase that has moved no money yet', async () => {
    const other = await story.bought();
    await close();
    await story.platform.finish((instance) => instance.wake(other.paymentId));
    expect(await story.payment(other.paymentId)).toMatchObject({ phase: 'failed', error: { code: 'sale-closed' } });
  });
});
