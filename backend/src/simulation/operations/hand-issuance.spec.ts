import { describe, expect, it, jest } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { issuanceOwner } from '#features/issuance/order.js';
import { issuanceFold, issuanceStream, orderIssuance, type Order } from '#features/issuance/issuance.decider.js';
import type { OwnerPorts } from '#platform/ledger/transactions/group.js';
import { handleCommand } from '#platform/event-store/decider.js';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { accountStream } from '#platform/ledger/accounts/account.state.js';
import { HOLDER, ISSUER_ADDRESS, OperationStory, WELL } from './operation-story.js';

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
    await handleCommand(
      story.store,
      issuanceFold(ORDER.issuanceId),
      (state) => orderIssuance(ORDER, state),
      story.context(),
    );
    return story;
  }

  protected ownerOn(ports: OwnerPorts) {
    return issuanceOwner({ ...ports, isVerified: async () => this.verified });
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
    const appends = jest.spyOn(story.store, 'appendMany');
    for (let round = 0; round < 50; round++) {
      await story
        .engine()
        .advance()
        .catch(() => undefined);
      story.ledger.loseOpenLedger();
      story.ledger.close();
    }
    expect(story.ledger.applied.size).toBe(0);
    await story.run();
    await story.expectIssuedOnce();
    // The ticket was assigned before; the commit checks that it still is.
    const isSigning = ({ events }: StreamWrite) => events.some(({ type }) => type === 'TokenIssuanceSubmitted');
    const signed = appends.mock.calls.filter(([writes]) => writes.some(isSigning));
    expect(signed.length).toBeGreaterThan(2);
    for (const [writes] of signed) expect(writes.map(({ stream }) => stream)).toContain(accountStream('issuer'));
  });

  it.each([
    ['is verified no more', (story: Story) => void (story.verified = false)],
    [
      'has no room for as many again',
      ({ ledger }: Story) =>
        void ledger.lines.set(`${HOLDER}/${CURRENCY.token}`, { authorized: true, frozen: false, limit: '300' }),
    ],
  ])('that a restored log lacks have been issued, also where their holder %s', async (_, change) => {
    const whole = await Story.told(17);
    whole.ledger.lines.set(`${HOLDER}/${CURRENCY.token}`, { authorized: true, frozen: false });
    await whole.run();
    const restored = await (await Story.told(18)).restoredBeside(whole);
    change(restored);
    await restored.run();
    await restored.expectIssuedOnce();
  });

  it('two processes at once issue them once', async () => {
    const story = await Story.told(7);
    for (let round = 0; round < 80; round++) {
      await Promise.allSettled([story.engine(), story.engine()].map((one) => one.advance()));
      story.ledger.close();
    }
    await story.expectIssuedOnce();
  });

  it('wait while the network fee is above the limit, and go on when it has fallen', async () => {
    const story = await Story.told(11);
    story.maxFeeDrops = 9n;
    await story.run(20);
    expect(story.ledger.applied.size).toBe(0);
    story.maxFeeDrops = 10n;
    await story.run();
    await story.expectIssuedOnce();
  });

  it('are held where somebody else used a ticket: it is not looked at again, and is in use no more', async () => {
    const story = await Story.told(13);
    story.ledger.lines.set(`${HOLDER}/${CURRENCY.token}`, { authorized: true, frozen: false });
    story.ledger.tickets.get(ISSUER_ADDRESS)!.delete(101);
    await story.run(120);
    const { state } = await load(story.store, issuanceFold(ORDER.issuanceId));
    expect([state.phase, state.steps.issue]).toMatchObject(['open', { state: 'held', ticket: 101, attempt: 1 }]);
    const { assigned } = await story.ticketsAndJournal(issuanceStream(ORDER.issuanceId), 'TokenIssuanceSubmitted');
    expect(assigned).toEqual([]);
    const concluded = jest.spyOn(story.ledger, 'conclude');
    await story.run(20);
    expect(concluded).not.toHaveBeenCalled();
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
