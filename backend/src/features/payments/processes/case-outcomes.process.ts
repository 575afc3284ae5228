import { Inject, Injectable } from '@nestjs/common';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { ANSWERS, answerOf, caseIdOf, openedCase } from '#features/operations-cases/rules.public.js';
import { escrowFold } from '#features/payouts/rules.public.js';
import { loadPayment } from '../collecting/commit.js';
import { endWait } from '../collecting/delivery.js';
import { waiveFee } from '../collecting/endings.js';
import { type PaymentPorts, PAYMENT_PORTS } from '../collecting/ports.js';
import { recover, type Answer } from '../collecting/recovery.js';
import { CARRIED_AS, type OwnLeg } from '../payment.state.js';
import { PacedPayments } from '../paced-payments.js';

const SUBJECT = /^(issuance-blocked|sequence-conflict|forgotten-payment|fee-owed)-(.+)$/;
/** What an answer to the case of a payment that the log lost means for the payment. */
const MEANING: Readonly<Record<string, Answer>> = { 'tokens-issued': 'count', refunded: 'owe-back' };

/**
 * Resolving a case about a payment as `refunded` ends the wait for its tokens. A payment that the log lost is recorded
 * as the answer says, and an owed fee that two people waive is not owed any more. `corrected` (the transaction that
 * used a ticket did something else) is handled by the courier. A loan that opens gets the repayments that were lost
 * before: they wait in suspense.
 */
@Injectable()
export class CaseOutcomesProcess implements ProcessManager {
  readonly name = 'payment-cases';
  readonly events = [...ANSWERS, 'LoanOpened'];

  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly pacer: PacedPayments,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.caseId ?? `loan-${event.data.propertyId}`;
  }

  /** @throws TryAgainLater */
  async handle(event: RecordedEvent): Promise<void> {
    if (event.type === 'LoanOpened') return this.lookInSuspense();
    const answered = answerOf(event);
    if (!answered) return;
    const { caseId, resolution } = answered;
    const [, kind, subject] = SUBJECT.exec(caseId) ?? [];
    const answer = kind === 'forgotten-payment' ? MEANING[resolution] : undefined;
    if (answer) return this.takeBack(caseId, answer);
    if (kind === 'fee-owed' && resolution === 'waived') return waiveFee(this.ports, subject!);
    if (!subject || resolution !== 'refunded') return;
    const paymentId = kind === 'sequence-conflict' ? await this.heldFor(caseId) : subject;
    if (!paymentId) return;
    // Ends the wait before the attempt, so that nothing is signed again in between.
    await endWait(this.ports, paymentId, 'admin');
    if (kind === 'sequence-conflict') await this.releaseHeld(paymentId);
    await this.pacer.advance(paymentId);
  }

  /** Reconciliation looks at each ledger once, and the loans of some repayments were not open then. */
  private async lookInSuspense(): Promise<void> {
    const { balances } = (await load(this.ports.store, escrowFold)).state;
    const failed: unknown[] = [];
    for (const [kind, subject] of [...balances.keys()].map((account) => account.split('/'))) {
      if (kind !== 'suspense') continue;
      const caseId = caseIdOf({ kind: 'escrow-suspense', subject: subject! });
      // One that no node shows any more does not hold up the others.
      await this.takeBack(caseId, 'count').catch((error: unknown) => failed.push(error));
    }
    if (failed.length > 0) throw failed[0];
  }

  private async takeBack(caseId: string, answer: Answer): Promise<void> {
    const opened = await openedCase(this.ports.store, caseId);
    const ledgerIndex = opened?.details.ledgerIndex;
    if (!opened?.txHash || !opened.wallet || !opened.paymentId || typeof ledgerIndex !== 'number') return;
    const paymentId = await recover(this.ports, { hash: opened.txHash, payer: opened.wallet, ledgerIndex }, answer);
    if (paymentId) await this.pacer.advance(paymentId);
  }

  /** The payment whose transaction lost its ticket; null if the transaction is not a payment's. */
  private async heldFor(caseId: string): Promise<string | null> {
    const { kind, id } = ((await openedCase(this.ports.store, caseId))?.details ?? {}) as {
      kind?: string;
      id?: string;
    };
    return kind === CARRIED_AS.issuance ? (id ?? null) : null;
  }

  /**
   * Nothing is signed again for a purchase that somebody gave up, so one person is enough; a fee, however, would be
   * refunded a second time.
   */
  private async releaseHeld(paymentId: string): Promise<void> {
    const { state, stream } = await loadPayment(this.ports, paymentId);
    for (const held of Object.values(state.legs)) {
      const kind = CARRIED_AS[held.leg as OwnLeg];
      if (held.state === 'held' && kind === CARRIED_AS.issuance)
        await this.ports.courier.release(kind, paymentId, { key: held.leg, hash: held.hash, stream });
    }
  }
}
