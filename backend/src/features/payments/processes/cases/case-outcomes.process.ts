import { Inject, Injectable } from '@nestjs/common';
import type { CaseResolved } from '@tknest/contracts/events';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { ProcessManager } from '../../../../platform/processes/process-manager.js';
import { endWait } from '../../engine/delivery.js';
import { giveUpHeld } from '../../engine/held.js';
import type { PaymentPorts } from '../../engine/ports.js';
import { PaymentRunner } from '../../payment-runner.js';
import { PAYMENT_PORTS } from '../../payments.tokens.js';

const SUBJECT = /^(issuance-blocked|sequence-conflict)-([0-9a-f-]{36})$/;

/**
 * A person who resolves a case about a payment has decided how it goes on: `refunded` ends the wait for its tokens, and
 * where a ticket was used by something else `corrected` lets the platform sign anew.
 */
@Injectable()
export class CaseOutcomesProcess implements ProcessManager {
  readonly name = 'payment-cases';
  readonly events = ['CaseResolved'];

  constructor(
    @Inject(PAYMENT_PORTS) private readonly ports: PaymentPorts,
    private readonly runner: PaymentRunner,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.caseId;
  }

  async handle(event: RecordedEvent): Promise<void> {
    const { caseId, resolution } = event.data as CaseResolved['data'];
    const [, kind, paymentId] = SUBJECT.exec(caseId) ?? [];
    if (!paymentId || (resolution !== 'refunded' && resolution !== 'corrected')) return;
    // First the wait, then the attempt: nothing is signed anew in between.
    if (resolution === 'refunded') await endWait(this.ports, paymentId, 'admin');
    if (kind === 'sequence-conflict') await giveUpHeld(this.ports, paymentId);
    await this.runner.advance(paymentId);
  }
}
