import { describe, expect, it, jest } from '@jest/globals';
import { orderAnchor } from '#features/anchoring/anchor.decider.js';
import { listingStream } from '#features/listings/rules.public.js';
import { noLoan, openLoan } from '#features/loans/rules.public.js';
import { caseFold, caseIdOf } from '#features/operations-cases/rules.public.js';
import { MaturityProcess } from '#features/redemption/processes/maturity.process.js';
import { tokenRedemptionsProjection } from '#features/redemption/read-models/redemptions/token-redemptions.projection.js';
import { redemptionFold, redemptionIdOf } from '#features/redemption/redemption.decider.js';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { accountStream } from '#platform/ledger/accounts/account.state.js';
import { ACCOUNT_FLAG } from '#platform/ledger/ledger-port.js';
import { HOLDER, ISSUER_ADDRESS, OperationStory, type Operation } from './operation-story.js';
import { ANCHOR, arrivalCase, HEAD, ISSUANCE, LINE, PROPERTY, READY, REDEMPTION, XRP_RETURN } from './operations.js';

const WELL = { assigned: [], isFreeOnLedger: true, unjournaled: [] };

async function expectDone(story: OperationStory, { done }: Operation): Promise<void> {
  expect(await story.outcome()).toMatchObject({ ...done, ...WELL });
}
const transactions = ({ ledger }: OperationStory) => [...ledger.applied.values()].map(({ transaction }) => transaction);
const caseOf = async ({ store }: OperationStory, id: string) => (await load(store, caseFold(id))).state.status;
const memoOf = (story: OperationStory) => {
  const { MemoType, MemoData } = transactions(story).at(-1)!.Memos[0].Memo;
  return [MemoType, MemoData].map((hex) => Buffer.from(hex, 'hex').toString());
};
/** Replaces what the ledger answers to every transaction. @returns undoes it */
function answers(story: OperationStory, answer: (own: () => string) => string): () => void {
  const ledger = story.ledger as unknown as { effect(...args: unknown[]): string };
  const { effect } = ledger;
  ledger.effect = (...args) => answer(() => effect.apply(ledger, args));
  return () => void (ledger.effect = effect);
}

describe.each([ANCHOR, ISSUANCE, REDEMPTION, XRP_RETURN])('$name', (operation) => {
  const told = (seed: number) => OperationStory.of(operation, seed);

  it('comes onto the ledger once', async () => {
    const story = await told(1);
    await story.run();
    await expectDone(story, operation);
  });

  it('is neither doubled nor lost by a crash at any line', async () => {
    const whole = await told(1);
    await whole.run();
    expect(whole.steps).toBeGreaterThanOrEqual(operation.calls);
    for (let killAt = 0; killAt < whole.steps; killAt++) {
      const story = await told(killAt + 2);
      story.killAt = killAt;
      await story.run();
      await expectDone(story, operation);
    }
  });

  it('is done once by two processes at once', async () => {
    const story = await told(7);
    for (let round = 0; round < 80; round++) {
      await Promise.allSettled([story.engine(), story.engine()].map((one) => one.advance()));
      story.ledger.close();
    }
    await expectDone(story, operation);
  });

  it('is signed again on its own ticket where no ledger took it in time', async () => {
    const story = await told(5);
    const appends = jest.spyOn(story.store, 'appendMany');
    for (let round = 0; round < 50; round++) {
      await story
        .engine()
        .advance()
        .catch(() => undefined);
      story.ledger.loseOpenLedger();
      story.ledger.close();
    }
    expect(transactions(story)).toEqual([]);
    await story.run();
    await expectDone(story, operation);
    // The ticket was assigned before; the commit checks that it still is.
    const isSigning = ({ events }: StreamWrite) => events.some(({ type }) => type === operation.signed);
    const signed = appends.mock.calls.filter(([writes]) => writes.some(isSigning));
    expect(signed.length).toBeGreaterThan(2);
    for (const [writes] of signed) expect(writes.map(({ stream }) => stream)).toContain(accountStream('issuer'));
  });

  it('is taken over by a restored log that lacks it, whatever the network fee is by then', async () => {
    const whole = await told(17);
    whole.ledger.lines.set(LINE, READY);
    await whole.run();
    const restored = await (await told(18)).restoredBeside(whole);
    restored.ledger.feeDrops = 20n;
    await restored.run();
    await expectDone(restored, operation);
    expect(transactions(restored)).toHaveLength(1);
  });

  it('waits while the network fee is above the limit, and goes on when it has fallen', async () => {
    const story = await told(11);
    story.maxFeeDrops = 9n;
    await story.run(20);
    expect(transactions(story)).toEqual([]);
    story.maxFeeDrops = 10n;
    await story.run();
    await expectDone(story, operation);
  });
});

describe('The head of the log', () => {
  it('is ordered once', async () => {
    const story = await OperationStory.of(ANCHOR, 1);
    expect(orderAnchor(HEAD, await story.state())).toEqual([]);
  });

  it('is held, and not signed again, where somebody else used its ticket, which is not in use any more', async () => {
    const story = await OperationStory.of(ANCHOR, 9);
    story.ledger.tickets.get(ISSUER_ADDRESS)!.delete(101);
    await story.run(120);
    const [held, ...more] = await story.eventsOf(ANCHOR.fold.stream, ANCHOR.signed);
    expect([held!.ticket, more]).toEqual([101, []]);
    expect(await caseOf(story, caseIdOf({ kind: 'sequence-conflict', subject: held!.hash }))).toBe('open');
    // The ticket is used up, and the next anchor covers everything.
    expect(await story.outcome()).toMatchObject({ assigned: [], phase: 'failed' });
  });

  it('is given up where the ledger refuses it three times: the next one says all of it', async () => {
    const story = await OperationStory.of(ANCHOR, 7);
    answers(story, () => 'tecINTERNAL');
    await story.run();
    expect(await story.state()).toMatchObject({ phase: 'failed', steps: { write: { refusals: 3 } } });
  });
});

describe('Tokens issued by hand', () => {
  it('name no property and no purchase', async () => {
    const story = await OperationStory.of(ISSUANCE, 1);
    await story.run();
    expect(memoOf(story)[1]).toBe('{"property":null,"purchase":null,"tokens":250}');
  });

  it.each([
    ['is verified no more', (story: OperationStory) => void (story.isBarred = true)],
    [
      'has no room for as many again',
      ({ ledger }: OperationStory) => void ledger.lines.set(LINE, { ...READY, limit: '300' }),
    ],
  ])('that a restored log lacks have been issued, also where their holder %s', async (_, change) => {
    const whole = await OperationStory.of(ISSUANCE, 17);
    whole.ledger.lines.set(LINE, READY);
    await whole.run();
    const restored = await (await OperationStory.of(ISSUANCE, 18)).restoredBeside(whole);
    change(restored);
    await restored.run();
    await expectDone(restored, ISSUANCE);
  });

  it('are held where somebody else used a ticket: it is not looked at again, and is in use no more', async () => {
    const story = await OperationStory.of(ISSUANCE, 13);
    story.ledger.lines.set(LINE, READY);
    story.ledger.tickets.get(ISSUER_ADDRESS)!.delete(101);
    await story.run(120);
    const held = { state: 'held', ticket: 101, attempt: 1 };
    expect(await story.state()).toMatchObject({ phase: 'open', steps: { issue: held } });
    expect((await story.outcome()).assigned).toEqual([]);
    const concluded = jest.spyOn(story.ledger, 'conclude');
    await story.run(20);
    expect(concluded).not.toHaveBeenCalled();
  });

  it.each<[string, (story: OperationStory) => void]>([
    ['The recipient is not verified', (story) => void (story.isBarred = true)],
    ['The recipient has no TKNEST trust line', ({ ledger }) => ledger.lines.clear()],
  ])('are refused, with nothing signed: %s', async (error, spoil) => {
    const story = await OperationStory.of(ISSUANCE, 3);
    spoil(story);
    await story.run(3);
    expect(await story.state()).toMatchObject({ phase: 'failed', error });
    expect(transactions(story)).toEqual([]);
  });
});

describe('The tokens of a paid-off loan', () => {
  const BLOCKED = `redemption-blocked-${REDEMPTION.id}`;
  const told = async (seed: number, balance: bigint) => {
    const story = await OperationStory.of(REDEMPTION, seed);
    story.ledger.balances.set(LINE, balance);
    return story;
  };
  const redeemed = async (story: OperationStory) => {
    const ended = await story.eventsOf(listingStream(PROPERTY), 'TokensRedeemed');
    return ended.reduce((sum, { tokens }) => sum + tokens, 0);
  };

  it('are taken back exactly as many, with a memo that names the property', async () => {
    const story = await told(1, 7_000_000n);
    await story.run();
    const clawed = { TransactionType: 'Clawback', Amount: { issuer: HOLDER, value: '3' } };
    expect(transactions(story)).toMatchObject([clawed]);
    expect(memoOf(story)).toEqual(['tknest/redemption/1', '{"property":12,"purchase":null,"tokens":3}']);
  });

  it('are left alone where the ledger shows fewer: a case says so until they were taken', async () => {
    const story = await told(3, 2_000_000n);
    await story.run(5);
    expect([transactions(story), await caseOf(story, BLOCKED)]).toEqual([[], 'open']);
    story.ledger.balances.set(LINE, 7_000_000n);
    await story.run();
    await expectDone(story, REDEMPTION);
    expect(await caseOf(story, BLOCKED)).toBe('resolved');
  });

  it('that the ledger refused three times are taken once the cause is gone', async () => {
    const story = await told(1, 7_000_000n);
    const heal = answers(story, () => 'tecNO_PERMISSION');
    await story.run(40);
    heal();
    await story.run(400);
    expect(await redeemed(story)).toBe(3);
  });

  it('one refusal after two lost attempts is not three refusals', async () => {
    const story = await told(2, 7_000_000n);
    const lost = jest.spyOn(story.ledger, 'take').mockImplementation(() => undefined);
    let voided = 0;
    for (let round = 0; round < 600 && voided < 2; round++) {
      await story.run(1);
      const { claw } = (await story.state()).steps;
      voided = (claw?.attempt ?? 0) - (claw?.state === 'void' ? 0 : 1);
    }
    lost.mockRestore();
    let refused = 0;
    answers(story, (own) => (refused++ === 0 ? 'tecINSUFF_FEE' : own()));
    await story.run(200);
    expect({ voided, redeemed: await redeemed(story) }).toEqual({ voided: 2, redeemed: 3 });
  });

  it('are taken where forty other holders cannot be redeemed', async () => {
    const story = await OperationStory.of(ANCHOR, 1);
    const wallets = Array.from({ length: 41 }, (_, n) => `r${String(n).padStart(3, '0')}`);
    const bought = wallets.map((wallet) => ({ type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } }));
    await story.append(listingStream(1), bought);
    const name = 'Sample Court';
    const terms = { name, owner: 'rOwner', tokenPrice: 100_000_000n, annualRate: '6.5', termMonths: 12 };
    const opened = openLoan({ propertyId: 1, sold: 41, ...terms }, { automation: null }, '2025-01-01', noLoan);
    await story.append('loan-1', [...opened, { type: 'LoanPaidOff', data: { propertyId: 1, date: '2026-01-01' } }]);
    const calendar = { today: async () => story.today };
    const maturity = new MaturityProcess(story.store, story.clock as never, calendar as never);
    const cx = { commandId: () => '', schedule: async () => undefined, cancel: async () => undefined };
    for (let look = 0; look < 100; look++) await maturity.onTimer({ key: '1', dueAt: new Date(0) }, cx as never);
    const last = await load(story.store, redemptionFold(redemptionIdOf(1, wallets.at(-1)!)));
    expect(last.state.phase).toBe('open');
  });

  it('that are held since somebody else used their ticket are signed for again once that is known to have done something else', async () => {
    const story = await told(6, 3_000_000n);
    story.ledger.tickets.get(ISSUER_ADDRESS)!.delete(101);
    await story.run(120);
    const { claw } = (await story.state()).steps;
    expect([claw.state, await redeemed(story)]).toEqual(['held', 0]);
    await story.engine().release({ key: 'claw', hash: claw.hash, stream: REDEMPTION.fold.stream });
    await story.run(40);
    const again = { ticket: 102, purpose: `redemption/${REDEMPTION.id}/2` };
    expect(await story.state()).toMatchObject({ phase: 'redeemed', steps: { claw: again } });
    expect(await redeemed(story)).toBe(3);
  });

  it('that a restored log lacks are taken over though their holder has no tokens left', async () => {
    const whole = await told(7, 3_000_000n);
    await whole.run();
    const restored = await (await told(8, 3_000_000n)).restoredBeside(whole);
    await restored.run();
    expect([await redeemed(restored), await caseOf(restored, BLOCKED)]).toEqual([3, 'none']);
    expect(transactions(restored)).toHaveLength(1);
  });

  it('are not called under way by the read model where the ledger refused it', () => {
    expect(tokenRedemptionsProjection.events).toContain('TokenRedemptionConcluded');
  });
});

describe('XRP of a stranger', () => {
  it('goes back to its sender with the source tag as destination tag, and only once', async () => {
    const story = await OperationStory.of(XRP_RETURN, 1);
    await story.run();
    const sent = { TransactionType: 'Payment', Account: ISSUER_ADDRESS, Destination: HOLDER, DestinationTag: 99 };
    expect(transactions(story)).toMatchObject([{ ...sent, Amount: '12000000' }]);
    await XRP_RETURN.order(story);
    await story.run();
    await expectDone(story, XRP_RETURN);
  });

  it('of a suspended wallet waits until it is released, whenever it was suspended', async () => {
    const story = await OperationStory.of(XRP_RETURN, 1);
    story.isBarred = true;
    await story.run(10);
    expect(transactions(story)).toEqual([]);
    story.isBarred = false;
    await story.run();
    await expectDone(story, XRP_RETURN);
  });

  it('is asked about again where its sender takes none, and goes back once it is ordered again', async () => {
    const story = await OperationStory.of(XRP_RETURN, 1);
    const sender = story.ledger.accounts.get(HOLDER)!;
    sender.flags = ACCOUNT_FLAG.depositAuth;
    await story.run(10);
    const cases = await Promise.all([2, 3].map((attempt) => caseOf(story, arrivalCase(attempt))));
    expect([transactions(story).length, ...cases]).toEqual([1, 'open', 'none']);
    sender.flags = 0;
    await story.run(10);
    expect((await story.state()).phase).toBe('refused');
    await XRP_RETURN.order(story);
    await story.run(10);
    await expectDone(story, XRP_RETURN);
  });
});
