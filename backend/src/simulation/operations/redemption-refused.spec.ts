import { describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { noLoan, openLoan } from '#features/loans/rules.public.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { listingStream } from '#features/listings/rules.public.js';
import {
  orderRedemption,
  redemptionFold,
  redemptionIdOf,
  redemptionStream,
} from '#features/redemption/redemption.decider.js';
import { MaturityProcess } from '#features/redemption/processes/maturity.process.js';
import { tokenRedemptionsProjection } from '#features/redemption/read-models/redemptions/token-redemptions.projection.js';
import { redemptionOwner } from '#features/redemption/order.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { HOLDER, ISSUER_ADDRESS, OperationStory } from './operation-story.js';

const PROPERTY = 12;
const LINE = `${HOLDER}/${CURRENCY.token}`;

class Story extends OperationStory {
  static async told(seed: number, property: number, tokens: number): Promise<Story> {
    const story = new Story(seed, redemptionIdOf(property, HOLDER));
    await story.open();
    story.ledger.lines.set(LINE, { authorized: true, frozen: false });
    await story.order(property, tokens);
    return story;
  }
  async order(property: number, tokens: number): Promise<string> {
    const id = redemptionIdOf(property, HOLDER);
    const bought = { propertyId: property, wallet: HOLDER, tokens };
    await this.append(listingStream(property), [{ type: 'TokensPurchased', data: bought }]);
    const order = { redemptionId: id, propertyId: property, holder: HOLDER, tokens };
    await handleCommand(this.store, redemptionFold(id), (state) => orderRedemption(order, state), this.context());
    return id;
  }
  protected ownerOn(ports: OwnerPorts) {
    return redemptionOwner(ports);
  }
  async redeemed(property: number): Promise<number> {
    let sum = 0;
    for await (const { type, data } of this.store.read(listingStream(property)))
      if (type === 'TokensRedeemed') sum += data.tokens;
    return sum;
  }
}

describe('a redemption that the ledger refuses', () => {
  it('a redemption that the ledger refused three times is tried again once the cause is gone', async () => {
    const story = await Story.told(1, PROPERTY, 3);
    story.ledger.balances.set(LINE, 7_000_000n);
    const ledger = story.ledger as any;
    const effect = ledger.effect;
    ledger.effect = () => 'tecNO_PERMISSION';
    await story.run(40);
    ledger.effect = effect;
    await story.run(400);
    expect(await story.redeemed(PROPERTY)).toBe(3);
  });

  it('one refusal after two lost attempts is not three refusals', async () => {
    const story = await Story.told(2, PROPERTY, 3);
    story.ledger.balances.set(LINE, 7_000_000n);
    const ledger = story.ledger as any;
    const fold = redemptionFold(redemptionIdOf(PROPERTY, HOLDER));
    const take = ledger.take;
    ledger.take = () => undefined;
    let voided = 0;
    for (let round = 0; round < 600 && voided < 2; round++) {
      await story.run(1);
      const { claw } = (await load(story.store, fold)).state.steps;
      voided = (claw?.attempt ?? 0) - (claw?.state === 'void' ? 0 : 1);
    }
    ledger.take = take;
    const effect = ledger.effect;
    let refused = 0;
    ledger.effect = function (this: unknown, ...args: unknown[]) {
      return refused++ === 0 ? 'tecINSUFF_FEE' : effect.apply(ledger, args);
    };
    await story.run(200);
    expect({ voided, redeemed: await story.redeemed(PROPERTY) }).toEqual({ voided: 2, redeemed: 3 });
  });

  it('forty holders who cannot be redeemed do not hold up the others', async () => {
    const story = new Story(1, '');
    const wallets = Array.from({ length: 41 }, (_, n) => `r${String(n).padStart(3, '0')}`);
    const bought = wallets.map((wallet) => ({
      type: 'TokensPurchased',
      data: { propertyId: 1, wallet, tokens: 1 },
    }));
    await story.append(listingStream(1), bought);
    const terms = {
      name: 'Sample Court',
      owner: 'rOwner',
      tokenPrice: 100_000_000n,
      annualRate: '6.5',
      termMonths: 12,
    };
    const opened = openLoan({ propertyId: 1, sold: 41, ...terms }, { automation: null }, '2025-01-01', noLoan);
    await story.append('loan-1', [...opened, { type: 'LoanPaidOff', data: { propertyId: 1, date: '2026-01-01' } }]);
    const calendar = { today: async () => story.today };
    const maturity = new MaturityProcess(story.store, story.clock as never, calendar as never);
    const cx = { commandId: () => '', schedule: async () => undefined, cancel: async () => undefined };
    for (let look = 0; look < 100; look++) await maturity.onTimer({ key: '1', dueAt: new Date(0) }, cx as never);
    const last = await load(story.store, redemptionFold(redemptionIdOf(1, wallets.at(-1)!)));
    expect(last.state.phase).toBe('open');
  });

  it('one that is held since somebody else used its ticket is signed again once that is known to have done something else', async () => {
    const story = await Story.told(6, PROPERTY, 3);
    story.ledger.balances.set(LINE, 3_000_000n);
    story.ledger.tickets.get(ISSUER_ADDRESS)!.delete(101);
    await story.run(120);
    const id = redemptionIdOf(PROPERTY, HOLDER);
    const { claw } = (await load(story.store, redemptionFold(id))).state.steps;
    expect([claw!.state, await story.redeemed(PROPERTY)]).toEqual(['held', 0]);
    await story.engine().release({ key: 'claw', hash: claw!.hash!, stream: redemptionStream(id) });
    await story.run(40);
    const { state } = await load(story.store, redemptionFold(id));
    expect([state.phase, await story.redeemed(PROPERTY)]).toEqual(['redeemed', 3]);
    expect(state.steps.claw).toMatchObject({ ticket: 102, purpose: `redemption/${id}/2` });
  });

  it('the case of a blocked redemption is closed once its tokens were taken', async () => {
    const story = await Story.told(5, PROPERTY, 3);
    story.ledger.balances.set(LINE, 2_000_000n);
    await story.run(5);
    story.ledger.balances.set(LINE, 3_000_000n);
    await story.run();
    const { state } = await load(story.store, caseFold(`redemption-blocked-${redemptionIdOf(PROPERTY, HOLDER)}`));
    expect([await story.redeemed(PROPERTY), state.status]).toEqual([3, 'resolved']);
  });

  it('one that only the ledger has, not a restored log, is taken over though its holder has no tokens left', async () => {
    const whole = await Story.told(7, PROPERTY, 3);
    whole.ledger.balances.set(LINE, 3_000_000n);
    await whole.run();
    const restored = await (await Story.told(8, PROPERTY, 3)).restoredBeside(whole);
    await restored.run();
    const { state } = await load(restored.store, caseFold(`redemption-blocked-${redemptionIdOf(PROPERTY, HOLDER)}`));
    expect([await restored.redeemed(PROPERTY), state.status, whole.ledger.applied.size]).toEqual([3, 'none', 1]);
  });

  it('the read model does not call a redemption under way that the ledger refused', () => {
    expect(tokenRedemptionsProjection.events).toContain('TokenRedemptionConcluded');
  });
});
