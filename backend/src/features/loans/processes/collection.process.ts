import { Inject, Injectable } from '@nestjs/common';
import type { EscrowPosted } from '@tknest/contracts/events';
import { parseExact } from '@tknest/contracts/money';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { recordPositionOf, workedDays } from '#platform/calendar/worked-days.js';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import type { CommandContext } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { closing } from '#features/operations-cases/rules.public.js';
import { FollowedDay } from '#features/payouts/module.public.js';
import { collectionIn } from '#features/payouts/rules.public.js';
import { isBehind } from '../account/loan.decider.js';
import { collectingOff } from '../collection/collect.decider.js';
import { collectAll, loadProperty } from '../schedule/day.js';
import { inSuspense } from '../schedule/gate.js';

const ON_AGAIN = { resolution: 'corrected', note: 'The platform collects again.' } as const;

/**
 * Collects due installments as soon as possible: when the deposit has grown, collecting was turned on, a repayment that
 * blocked collections has ended, or the ledger shows one that a restored log lost. The schedule handles what falls due
 * on a new day.
 */
@Injectable()
export class CollectionProcess implements ProcessManager {
  readonly name = 'loan-collection';
  readonly events = [
    'EscrowPosted',
    'AutopaySet',
    'RentAutomationSet',
    'RepaymentAllocated',
    'RepaymentAbandoned',
    'RepaymentDeposited',
    'UnknownTransactionSettled',
    'CaseAnswerConfirmed',
  ];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
    private readonly followed: FollowedDay,
    private readonly mayGoOn: MayGoOn,
  ) {}

  lane(event: RecordedEvent): string {
    return String(propertyOf(event) ?? 'none');
  }

  /** @throws TryAgainLater while something that the log lost may be found that was paid before */
  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    const propertyId = propertyOf(event);
    if (propertyId === null) return;
    const { store } = this;
    const today = await this.calendar.today();
    const contextOf = (what: string): CommandContext => ({
      metadata: {
        commandId: context.commandId(what),
        correlationId: event.metadata.correlationId,
        causationId: event.id,
        actor: { wallet: null, role: 'system' },
        businessDate: today,
      },
    });
    const writes = event.data.enabled === true ? await closing(store, collectingOff(propertyId), ON_AGAIN) : [];
    if (writes.length > 0) await store.appendMany(writes, contextOf('on-again'));
    // The schedule collects once the property's day need not wait any longer, day by day: what was in the deposit on an
    // earlier day is not in arrears.
    const { loan, collection } = await loadProperty({ store }, propertyId);
    if (isBehind(today, loan) || !(await this.followed.hasReached(today))) return;
    const mayLack = !this.mayGoOn.now() || collection.lost?.some(({ isReady, isNext }) => !isReady || !isNext);
    if (mayLack || (await inSuspense(store, propertyId)) !== null)
      throw new TryAgainLater('What a restored log may have lost for this property is not known yet');
    const { state: days } = await load(store, workedDays);
    await collectAll({ store }, propertyId, today, (dueDate) => recordPositionOf(days, dueDate), contextOf);
  }
}

/** The property with the grown deposit or a lost collection, or the one that the event names; null if there is none. */
function propertyOf({ type, data }: RecordedEvent): number | null {
  if (type === 'UnknownTransactionSettled') return collectionIn(data.subject as string | undefined)?.propertyId ?? null;
  if (type === 'CaseAnswerConfirmed') return collectionIn(data.caseId as string)?.propertyId ?? null;
  if (type !== 'EscrowPosted') return data.propertyId as number;
  const grown = (data as EscrowPosted['data']).entries.find(
    ({ account, amount }) => account.startsWith('deposit/') && parseExact(amount) > 0n,
  );
  return grown ? Number(grown.account.slice('deposit/'.length)) : null;
}
