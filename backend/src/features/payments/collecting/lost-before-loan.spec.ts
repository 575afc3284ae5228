import { describe, expect, it } from '@jest/globals';
import { principalOf, RLUSD, seal } from '#test/support/marked-purchase.js';
import { openedPayment } from '#test/support/started-payment.js';
import { SOLD } from '#test/support/opened-loan.js';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { load } from '#platform/event-store/folding.js';
import { bookByMark } from '#features/payouts/escrow/escrow.decider.js';
import { depositOf, emptyEscrow, escrowFold } from '#features/payouts/rules.public.js';
import { opening } from '#features/operations-cases/rules.public.js';
import { openLoan } from '#features/loans/account/loan.decider.js';
import { loanFold, loanStream, noLoan, type Loan } from '#features/loans/account/loan.state.js';
import { CaseOutcomesProcess } from '../processes/case-outcomes.process.js';
import { findPayment } from './commit.js';
import { PaymentCollector } from './payment-collector.js';
import type { PaymentPorts } from './ports.js';

const [OLD, LOST] = ['7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a15', '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a14'] as const;
const [PAID, OPENED] = ['2027-02-17', '2027-02-20'] as const;
const AMOUNT = '862.96';

/** Repayments in suspense, whose loan a restored log has not opened yet. @param forgotten hashes that no node shows */
async function inSuspense(payments: Record<string, string>, forgotten: readonly string[] = [], amount = AMOUNT) {
  const store = new MemoryEventStore();
  const transactions = new Map<string, Record<string, any>>();
  let books = emptyEscrow;
  for (const [hash, paymentId] of Object.entries(payments)) {
    const about = { kind: 'principal_payback', amount } as const;
    const toEscrow = { payer: 'rOwner', payee: 'rEscrow', platformFee: '0', tokens: null };
    transactions.set(hash, principalOf(openedPayment(paymentId, { ...toEscrow, ...about })));
    const arrival = { hash, ledgerIndex: 850, delivered: amount, note: 'x' };
    const posted = bookByMark(arrival, `suspense/${hash}`, true, books);
    await store.append('escrow-books', 'any', [posted], context());
    books = (await load(store, escrowFold)).state;
    const asked = { kind: 'escrow-suspense', subject: hash, summary: 'x', paymentId, txHash: hash } as const;
    const details = { ledgerIndex: 850 };
    await store.appendMany(await opening(store, { ...asked, wallet: 'rOwner', details }), context());
  }
  const ports = {
    store,
    seal,
    ledger: {
      conclude: async ({ hash }: { hash: string }) => {
        const transaction = transactions.get(hash)!;
        const shown = { kind: 'validated', result: 'tesSUCCESS', ledgerIndex: 850, transaction };
        return forgotten.includes(hash) ? { kind: 'unknown' } : { ...shown, delivered: transaction.Amount };
      },
      validatedIndex: async () => 851,
      async *history() {},
    },
    accounts: { address: async (name: string) => (name === 'payoutEscrow' ? 'rEscrow' : 'rFee') },
    clock: { now: () => new Date('2027-02-20T15:00:00Z') },
    mayGoOn: () => true,
    businessDate: async () => OPENED,
    paidOn: async () => PAID,
    isFollowed: async () => true,
    settings: { rlusdIssuer: RLUSD },
    turns: {},
  } as unknown as PaymentPorts;
  const opens = async () => {
    await store.append(loanStream(1), 'none', openLoan(SOLD, { automation: null }, OPENED, noLoan), context());
    const process = new CaseOutcomesProcess(ports, new PaymentCollector(ports) as never);
    await process.handle({ type: 'LoanOpened' } as never);
  };
  return { store, ports, opens, loan: async () => (await load(store, loanFold(1))).state as Loan };
}

describe('when a loan opens, a repayment that was lost before', () => {
  it('is recorded although no node shows an older one any more', async () => {
    const { ports, opens } = await inSuspense({ OLD, LOST }, ['OLD']);
    await expect(opens()).rejects.toThrow('cannot show');
    expect((await findPayment(ports, LOST)).state.phase).toBe('completed');
  });

  it('pays no interest for days before the loan, and reduces what is owed by itself', async () => {
    const { store, ports, opens } = await inSuspense({ LOST });
    await opens();
    expect((await findPayment(ports, LOST)).state.phase).toBe('completed');
    const parts: { of: string; amount: string; dueDate?: string }[] = [];
    for await (const { type, data } of store.read(loanStream(1)))
      if (type === 'RepaymentAllocated') parts.push(...(data.parts as never[]));
    expect(parts.filter(({ amount }) => amount.startsWith('-'))).toEqual([]);
    const paid = parts.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(paid.toFixed(2)).toBe(AMOUNT);
  });

  it('pays off the loan, and what it does not need is the deposit’s', async () => {
    const { store, opens, loan } = await inSuspense({ LOST }, [], '10050.00');
    await opens();
    expect(await loan()).toMatchObject({ status: 'paid_off' });
    expect(depositOf((await load(store, escrowFold)).state, 1)).toBe(50_000_000n);
  });
});
