import { Inject, Injectable } from '@nestjs/common';
import type { CaseEvent } from '@tknest/contracts/events';
import {
  EVENT_STORE,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
} from '../../platform/event-store/event-store.js';
import { Causation } from '../../platform/sessions/causation.js';
import type { Finding } from './compare.js';

/** What a finding is about. The subject names it for ever: found again, it opens nothing. */
export interface Subject {
  subject: string;
  paymentId?: string | null;
  propertyId?: number | null;
  wallet?: string | null;
  txHash?: string | null;
}

/** Findings become cases, once for each subject, for a person to look at. */
@Injectable()
export class Findings {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
  ) {}

  /** @returns false where it had been found before */
  async report(
    { kind, summary, details }: Finding,
    { subject, paymentId = null, propertyId = null, wallet = null, txHash = null }: Subject,
  ): Promise<boolean> {
    const caseId = `${kind}-${subject}`;
    const event: CaseEvent = {
      type: 'CaseOpened',
      data: { caseId, kind, summary, paymentId, propertyId, wallet, txHash, details },
    };
    return appendNext(this.store, `case-${caseId}`, 'none', event, this.causation);
  }
}

/** Appends one fact of reconciliation. @returns false where another instance, or an earlier look, was faster */
export async function appendNext(
  store: EventStore,
  stream: string,
  expected: 'none' | number,
  event: CaseEvent,
  causation: Causation,
): Promise<boolean> {
  try {
    await store.append(stream, expected, [event as NewEvent], await causation.contextOf({}));
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return false;
    throw error;
  }
}
