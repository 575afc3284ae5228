import { beforeEach, describe, expect, it } from '@jest/globals';
import { decode } from 'xrpl';
import { caseFold, caseIdOf } from '#features/operations-cases/rules.public.js';
import { loadListing } from '#features/listings/rules.public.js';
import { feesOwedBack, owedBack } from '#features/payments/payment.state.js';
import { viewOf } from '#features/payments/payment.view.js';
import { load } from '#platform/event-store/folding.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { cancel, closeSale, resolveCase } from './people.js';
import { CalmStory } from '#test/support/calm-story.js';

const SUSPENDED = { code: 'wallet-suspended', message: 'Suspended' };

let story: CalmStory;
beforeEach(async () => {
  story = await CalmStory.told();
});
const reserved = async () => (await loadListing(story.world.store, 1)).reserved.size;

describe('a person decides about a purchase that cannot be delivered', () => {
  it('resolves its case as refunded: it ends at once', async () => {
    const { buyer, paymentId } = await story.paid();
    story.set(buyer, 'requireDestTag');
    await story.turns(3);
    await resolveCase(story.platform, `issuance-blocked-${paymentId}`, 'refunded');
    await story.turns(2);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'failed', owed: { reason: 'destination-tag' } });
    expect(await reserved()).toBe(0);
  });

  it('resolves it otherwise: it goes on', async () => {
    const { buyer, paymentId } = await story.paid();
    story.set(buyer, 'requireDestTag');
    await story.turns(3);
    await resolveCase(story.platform, `issuance-blocked-${paymentId}`, 'no-action');
    story.set(buyer, 'requireDestTag', false);
    await story.turns(3);
    expect((await story.payment(paymentId)).phase).toBe('completed');
  });
});

describe('a purchase whose ticket was used by a transaction outside the log', () => {
  let paymentId: string;
  let conflict: string;
  beforeEach(async () => {
    ({ paymentId } = await story.paid());
    const { ledger } = story.world;
    const submit = ledger.submit.bind(ledger);
    let lost = false;
    ledger.submit = async (blob) => {
      const { Account, TicketSequence } = decode(blob) as { Account: string; TicketSequence?: number };
      if (lost || Account !== ledger.issuer || TicketSequence === undefined) return submit(blob);
      lost = true;
      ledger.tickets.get(Account)!.delete(TicketSequence);
      return { engineResult: 'tefNO_TICKET', message: '' };
    };
    await story.turns(5);
    const payment = await story.payment(paymentId);
    expect(payment).toMatchObject({ phase: 'settling', legs: { issuance: { state: 'held' } } });
    conflict = caseIdOf({ kind: 'sequence-conflict', subject: payment.legs.issuance!.hash! });
    expect((await load(story.world.store, caseFold(conflict))).state.status).toBe('open');
  });
  const assigned = async () => [...(await load(story.world.store, accountFold('issuer'))).state.assigned];

  it('is not taken for undeliverable while nobody knows what used it, also where the sale closes', async () => {
    await closeSale(story.platform);
    story.world.today = '2027-01-01';
    await story.turns(5);
    expect((await story.payment(paymentId)).phase).toBe('settling');
  });

  it('goes on with another ticket once a person has found that it did something else', async () => {
    await resolveCase(story.platform, conflict, 'corrected');
    await story.turns(5);
    expect((await story.payment(paymentId)).phase).toBe('completed');
    expect(story.byIssuer('Payment')).toHaveLength(1);
    expect(await assigned()).toEqual([]);
  });

  it('ends where that person has it refunded, with the fee: nothing was refused by the wallet', async () => {
    await resolveCase(story.platform, conflict, 'refunded');
    await story.turns(5);
    const payment = await story.payment(paymentId);
    expect(payment).toMatchObject({ phase: 'failed', owed: { reason: 'admin', feeKept: false } });
    expect([owedBack(payment).length, feesOwedBack(payment).length]).toEqual([1, 1]);
    expect(story.byIssuer('Payment')).toHaveLength(0);
    expect([await reserved(), await assigned()]).toEqual([0, []]);
  });
});

describe('a wallet that is suspended after it signed', () => {
  it('gets no tokens where its own blob lands late and its payment is revived', async () => {
    const { buyer, paymentId } = await story.bought();
    const { walletApp, ledger } = story.world;
    // It signs both legs; the platform ends the payment before it checks again, and the wallet sends by itself.
    await story.untilSigned(paymentId);
    const { hex } = [...walletApp.payloads.values()].find(({ request }) => request.identifier.endsWith('r1'))!.signed!;
    await cancel(story.platform, paymentId);
    story.world.objections.set(buyer, SUSPENDED);
    ledger.take(hex);
    await story.turns(10);
    expect(await story.payment(paymentId)).toMatchObject({
      phase: 'settling',
      principal: { hash: expect.any(String), isLate: true },
      delivery: { obstacle: 'suspended' },
    });
    expect(story.byIssuer('Payment')).toEqual([]);
    story.world.today = '2026-01-09';
    await story.turns(3);
    // The refund waits for the compliance desk.
    expect(await story.payment(paymentId)).toMatchObject({
      phase: 'failed',
      owed: { reason: 'suspended', dueOn: null },
    });
  });

  it('gets no authorisation either', async () => {
    const { buyer, paymentId } = await story.bought();
    await story.untilLineOpened(paymentId);
    story.world.objections.set(buyer, SUSPENDED);
    const before = story.byIssuer('TrustSet').length;
    await story.turns(4);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'failed', error: { code: 'wallet-suspended' } });
    expect(story.byIssuer('TrustSet')).toHaveLength(before);
  });
});

describe('a setting that is switched after the purchase began', () => {
  it('is seen right before the first leg is sent: nothing is paid', async () => {
    const { buyer, paymentId } = await story.bought();
    await story.untilSigned(paymentId);
    story.set(buyer, 'depositAuth');
    await story.turns(3);
    expect(await story.payment(paymentId)).toMatchObject({
      phase: 'failed',
      error: { code: 'wallet-deposit-auth', message: expect.stringContaining('DepositAuth') },
    });
    expect([...story.world.ledger.applied.values()].filter(({ transaction }) => transaction.Account === buyer)).toEqual(
      [expect.objectContaining({ transaction: expect.objectContaining({ TransactionType: 'TrustSet' }) })],
    );
  });
});

describe('a network that asks too much for a transaction', () => {
  it('is not paid by anybody: the request waits, the payment says so, and goes on by itself', async () => {
    const { ledger, walletApp } = story.world;
    ledger.feeDrops = 61_000n;
    const { paymentId } = await story.bought();
    await story.turns(2);
    expect(viewOf(await story.payment(paymentId)).networkFee).toEqual({ drops: '61000', ceiling: '50000' });
    expect([...walletApp.payloads]).toEqual([]);
    ledger.feeDrops = 50_000n;
    await story.turns(8);
    expect(await story.payment(paymentId)).toMatchObject({ phase: 'completed', networkFee: null });
  });
});

describe('a payment that is asked for as fast', () => {
  it.each([
    ['five times what it asks', 10n, '50'],
    ['at most the ceiling', 20_000n, '50000'],
    ['no more where it asks the ceiling already', 50_000n, '50000'],
  ])('offers the network %s, and says what it asks', async (_, feeDrops, offered) => {
    story.world.ledger.feeDrops = feeDrops;
    const { paymentId } = await story.bought({ priority: 'fast' });
    for (const leg of ['r', 'f'] as const)
      expect((await story.untilAsked(paymentId, leg)).request.transaction.Fee).toBe(offered);
    expect(viewOf(await story.payment(paymentId))).toMatchObject({
      priority: 'fast',
      fastFee: { drops: offered, asks: String(feeDrops) },
    });
    await story.turns(8);
    expect((await story.payment(paymentId)).phase).toBe('completed');
  });

  it('and one that is not offers what the network asks', async () => {
    const { paymentId } = await story.bought();
    expect((await story.untilAsked(paymentId, 'r')).request.transaction.Fee).toBe('10');
    expect(viewOf(await story.payment(paymentId))).toMatchObject({ priority: 'standard', fastFee: null });
  });
});

describe('a fee that an admin sends back', () => {
  it('is sent by the process that follows the order, but to no suspended wallet', async () => {
    const { buyer, paymentId } = await story.paid();
    await story.turns(5);
    expect((await story.payment(paymentId)).phase).toBe('completed');
    await story.platform.finish((instance) => instance.refill('feeWallet'));
    story.world.ledger.close();
    await story.platform.finish((instance) => instance.refill('feeWallet'));
    const extra = { paymentId, hash: 'E'.repeat(64), ledgerIndex: 1_000_000_000, delivered: '2.5' };
    const { store } = story.world;
    const facts = [
      { type: 'ExtraFeeFound', data: extra },
      { type: 'FeeRefundOrdered', data: { paymentId, hash: extra.hash, reason: 'twice' } },
    ];
    await store.append(`payment-${paymentId}`, 'exists', facts, story.world.context());
    story.world.objections.set(buyer, SUSPENDED);
    await story.turns(4);
    expect(await story.payment(paymentId)).toMatchObject({ feeRefund: extra.hash, feesSentBack: [] });
    story.world.objections.delete(buyer);
    await story.turns(4);
    expect((await story.payment(paymentId)).feesSentBack).toHaveLength(1);
  });
});
