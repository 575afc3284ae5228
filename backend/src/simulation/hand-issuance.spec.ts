import { describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { issuanceEngine } from '../features/issuance/issuance.recipe.js';
import { issuanceFold, issuanceStream, orderIssuance, type Order } from '../features/issuance/issuance.decider.js';
import type { OperationPorts } from '../features/tokens/operation.public.js';
import { handleCommand } from '../platform/event-store/decider.js';
import { load } from '../platform/event-store/folding.js';
import { context, HOLDER, OperationStory, WELL } from './operation-story.js';

const ORDER: Order = {
  issuanceId: '2f1d2a53-8f0b-5d7e-9a44-6b1c0c8f7a10',
  recipient: HOLDER,
  tokens: 250,
  source: 'hand',
  paymentId: null,
};

class Story extends OperationStory {
  verified = true;

  static async told(seed: number): Promise<Story> {
    const story = new Story(seed, ORDER.issuanceId);
    await story.open();
    await handleCommand(story.store, issuanceFold(ORDER.issuanceId), (state) => orderIssuance(ORDER, state), context());
    return story;
  }

  protected engineOn(ports: OperationPorts) {
    return issuanceEngine({ ...ports, isVerified: async () => this.verified });
  }

  async expectIssuedOnce(): Promise<void> {
    const { state } = await load(this.store, issuanceFold(ORDER.issuanceId));
    expect(state.phase).toBe('issued');
    expect(this.ledger.balance(HOLDER, CURRENCY.token)).toBe(250_000_000n);
    expect(await this.ticketsAndJournal(issuanceStream(ORDER.issuanceId), 'TokenIssuanceSubmitted')).toEqual(WELL);
  }
}

describe('Tokens issued by hand', () => {
  it('reach their holder once: the line is authorised, then they are issued', async () => {
    const story = await Story.told(1);
    await story.run();
    await story.expectIssuedOnce();
    const memo = [...story.ledger.applied.values()].at(-1)!.transaction.Memos[0].Memo;
    expect(Buffer.from(memo.MemoData, 'hex').toString()).toBe('{"property":null,"purchase":null,"tokens":250}');
  });

  it('a crash at any line neither doubles nor loses them', async () => {
    expect(await Story.killedEverywhere(Story.told, (story) => story.expectIssuedOnce())).toBeGreaterThan(30);
  });

  it('what no ledger took in time is signed again on its own ticket', async () => {
    const story = await Story.told(5);
    for (let round = 0; round < 50; round++) {
      await story
        .engine()
        .advance(ORDER.issuanceId)
        .catch(() => undefined);
      story.ledger.loseOpenLedger();
      story.ledger.close();
    }
    expect(story.ledger.applied.size).toBe(0);
    await story.run();
    await story.expectIssuedOnce();
  });

  it('two processes at once issue them once', async () => {
    const story = await Story.told(7);
    for (let round = 0; round < 80; round++) {
      await Promise.allSettled([story.engine(), story.engine()].map((one) => one.advance(ORDER.issuanceId)));
      story.ledger.close();
    }
    await story.expectIssuedOnce();
  });

  it('are refused, with nothing signed, where the verification has lapsed or the line is gone', async () => {
    for (const [spoil, message] of [
      [(story: Story) => (story.verified = false), 'The recipient is not verified'],
      [(story: Story) => story.ledger.lines.clear(), 'The recipient has no TKNEST trust line'],
    ] as const) {
      const story = await Story.told(3);
      spoil(story);
      await story.run(3);
      const { state } = await load(story.store, issuanceFold(ORDER.issuanceId));
      expect([state.phase, state.error, story.ledger.applied.size]).toEqual(['failed', message, 0]);
    }
  });
});
