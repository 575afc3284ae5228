import { Inject, Injectable } from '@nestjs/common';
import type { CaseOpened, CollectionEvent, LoanEvent, NotificationSent, BusinessDate } from '@tknest/contracts/events';
import { EVENT_STORE, type EventStore, type Recorded, type RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { noticeOf, type Notice } from '../reminders.js';
import { LoanReader } from '../loan-reader.js';

type Noticed = LoanEvent | CollectionEvent | CaseOpened;
type Told = Pick<Notice, 'kind' | 'audience'> & Partial<Pick<Notice, 'about' | 'amount' | 'missing'>>;

/** Notifies the people concerned about events of a loan. */
@Injectable()
export class NoticesProcess implements ProcessManager {
  readonly name = 'loan-notices';
  readonly events = [
    'CollectionClaimed',
    'RepaymentReceived',
    'RepaymentDeposited',
    'LoanPaidOff',
    'RedemptionNoticed',
    'RentAutomationSet',
    'CaseOpened',
  ];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly loans: LoanReader,
  ) {}

  lane(event: RecordedEvent): string {
    return String(event.data.propertyId);
  }

  async handle(event: Recorded<Noticed>, context: ProcessContext): Promise<void> {
    const { businessDate } = event.metadata;
    const { propertyId, date = businessDate } = event.data as { propertyId: number; date?: BusinessDate };
    const told = toldOf(event);
    if (!told) return;
    const { name: propertyName, owner } = await this.loans.property(propertyId);
    const data = noticeOf({ propertyId, propertyName, owner }, { ...told, date });
    const sent: NotificationSent = {
      type: 'NotificationSent',
      data: { ...data, notificationId: `${data.notificationId}/${event.revision}` },
    };
    await this.store.append(`notifications-${propertyId}`, 'any', [sent], {
      metadata: {
        commandId: context.commandId('notice'),
        correlationId: event.metadata.correlationId,
        causationId: event.id,
        actor: { wallet: null, role: 'system' },
        businessDate,
      },
    });
  }
}

function toldOf(event: Noticed): Told | null {
  switch (event.type) {
    case 'CollectionClaimed': {
      const { dueDate: about, amount, missing } = event.data;
      // Holders are told of the arrears.
      return { kind: 'deposit-short', audience: ['owner', 'admins'], about, amount, missing };
    }
    case 'RepaymentReceived': {
      const { amount, hash } = event.data;
      return { kind: hash === null ? 'collected' : 'repaid', audience: ['owner'], amount };
    }
    case 'RepaymentDeposited':
      return { kind: 'repayment-deposited', audience: ['owner', 'admins'], amount: event.data.amount };
    case 'LoanPaidOff':
      return { kind: 'paid-off', audience: ['owner', 'holders'] };
    case 'RedemptionNoticed':
      return { kind: 'redemption-noticed', audience: ['owner', 'holders'], about: event.data.redeemableFrom };
    case 'RentAutomationSet':
      return { kind: 'automation-changed', audience: ['owner', 'holders'], about: event.data.feeFrom };
    case 'CaseOpened':
      if (event.data.kind !== 'collecting-off' || event.data.details.source !== 'autopay') return null;
      return { kind: 'autopay-off', audience: ['owner'] };
    default:
      return null;
  }
}
