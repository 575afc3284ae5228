import { describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { holdersOfRecord, listingStream } from '#features/listings/rules.public.js';
import {
  orderRedemption,
  redemptionFold,
  redemptionIdOf,
  redemptionStream,
} from '#features/redemption/redemption.decider.js';
import { redemptionOwner } from '#features/redemption/order.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { HOLDER, OperationStory, WELL } from './operation-story.js';

const PROPERTY = 12;
const ID = redemptionIdOf(PROPERTY, HOLDER);
const LINE = `${HOLDER}/${CURRENCY.token}`;
const bought = { propertyId: PROPERTY, wallet: HOLDER, tokens: 3 };

/** A holder of three tokens of a paid-off property, and of four of others. */
class Story extends OperationStory {
  static async told(seed: number): Promise<Story> {
    const story = new Story(seed, ID);
    await story.open();
    story.ledger.lines.set(LINE, { authorized: true, frozen: true });
    story.ledger.balances.set(LINE, 7_000_000n);
    await story.append(listingStream(PROPERTY), [{ type: 'TokensPurchased', data: bought }]);
    const order = { redemptionId: ID, propertyId: PROPERTY, holder: HOLDER, tokens: 3 };
    await handleCommand(story.store, redemptionFold(ID), (state) => orderRedemption(order, state), story.context());
    return story;
  }

  protected ownerOn(ports: OwnerPorts) {
    return redemptionOwner(ports);
  }

  async expectRedeemedOnce(): Promise<void> {
    expect((await load(this.store, redemptionFold(ID))).state.phase).toBe('redeemed');
    expect(this.ledger.balance(HOLDER, CURRENCY.token)).toBe(4_000_000n);
    const ended = [];
    for await (const { type, data } of this.store.read(listingStream(PROPERTY)))
      if (type === 'TokensRedeemed') ended.push(data);
    expect(ended).toMatchObject([{ ...bought, redemptionId: ID }]);
    expect(await holdersOfRecord(this.store, PROPERTY, await this.store.head())).toEqual(new Map());
    expect(await this.ticketsAndJournal(redemptionStream(ID), 'TokenRedemptionSubmitted')).toEqual(WELL);
  }

  async blocked() {
    return (await load(this.store, caseFold(`redemption-blocked-${ID}`))).state.status;
  }
}

describe('The tokens of a paid-off loan', () => {
  it('are taken back once, exactly as many, with a memo that names the property', async () => {
    const story = await Story.told(1);
    await story.run();
    await story.expectRedeemedOnce();
    const { transaction } = [...story.ledger.applied.values()].at(-1)!;
    expect(transaction).toMatchObject({ TransactionType: 'Clawback', Amount: { issuer: HOLDER, value: '3' } });
    const memo = transaction.Memos[0].Memo;
    expect(Buffer.from(memo.MemoType, 'hex').toString()).toBe('tknest/redemption/1');
    expect(Buffer.from(memo.MemoData, 'hex').toString()).toBe('{"property":12,"purchase":null,"tokens":3}');
  });

  it('a crash at any line neither takes them twice nor forgets them', async () => {
    expect(await Story.killedEverywhere(Story.told, (story) => story.expectRedeemedOnce())).toBeGreaterThanOrEqual(20);
  });

  it('two processes at once take them once', async () => {
    const story = await Story.told(7);
    for (let round = 0; round < 60; round++) {
      await Promise.allSettled([story.engine(), story.engine()].map((one) => one.advance()));
      story.ledger.close();
    }
    await story.expectRedeemedOnce();
  });

  it('are left alone where the ledger shows fewer: a case says so, and they are taken once they are there', async () => {
    const story = await Story.told(3);
    story.ledger.balances.set(LINE, 2_000_000n);
    await story.run(5);
    expect([story.ledger.applied.size, await story.blocked()]).toEqual([0, 'open']);
    story.ledger.balances.set(LINE, 7_000_000n);
    await story.run();
    await story.expectRedeemedOnce();
  });
});
