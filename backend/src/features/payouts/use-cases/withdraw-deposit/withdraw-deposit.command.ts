import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { WithdrawDepositRequest } from '@tknest/contracts/api';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Refused } from '#platform/domain/refused.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { Causation } from '#platform/sessions/causation.js';
import { PersonWallets, ToldStanding } from '#features/identity/module.public.js';
import { listingFold, propertyNotFound } from '#features/listings/rules.public.js';
import { mustOweNothing } from '#features/payments/rules.public.js';
import { loanFold, withheldOf } from '#features/loans/rules.public.js';
import { depositOf, escrowFold } from '../../escrow/escrow.decider.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { CourierService } from '#features/platform-accounts/module.public.js';
import { PAYOUT_ASKING } from '../../transactions/ports.js';
import { batchFold } from '../../runs/batch.state.js';
import { COLLECTION_UNCLEAR, unclearCollections } from '../../runs/lost-collections.js';
import { fundPayees } from '../../runs/run.decider.js';
import { runIdOf } from '../../runs/run-sources.js';
import { runFold } from '../../runs/run.state.js';

/** A landlord withdraws the part of the deposit beyond the amount due, to their own wallet only. */
export class WithdrawDeposit extends KeyedCommand<WithdrawDepositRequest, { success: true; payoutId: string }> {}

@CommandHandler(WithdrawDeposit)
export class WithdrawDepositHandler implements ICommandHandler<WithdrawDeposit> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
    private readonly calendar: BusinessCalendar,
    private readonly standing: ToldStanding,
    private readonly courier: CourierService,
    private readonly requests: WorkerRequests,
    private readonly persons: PersonWallets,
  ) {
    requests.carryOut('withdraw-deposit', (asked: Parameters<typeof this.withdraw>[0]) => this.withdraw(asked));
  }

  /**
   * @throws Refused if the property is somebody else's, the wallet is suspended, or the amount due needs the deposit
   */
  execute({ session, request, key }: WithdrawDeposit): Promise<{ success: true; payoutId: string }> {
    // Idempotent.
    const asked = { session, request, key: key ?? randomUUID() };
    return this.requests.ask('withdraw-deposit', asked, PAYOUT_ASKING);
  }

  /** Pays only the landlord of the listing, no matter who asks. */
  private async withdraw({
    session,
    request,
    key,
  }: Pick<WithdrawDeposit, 'session' | 'request'> & { key: string }): Promise<{ success: true; payoutId: string }> {
    const { propertyId } = request;
    const { state: listing } = await load(this.store, listingFold(propertyId));
    if (!listing.exists || listing.owner !== session.wallet) throw propertyNotFound();
    await this.standing.mayBegin(session.wallet, null);
    if (listing.overdue) throw overdue();
    if ((await unclearCollections(this.store, propertyId)).length > 0)
      throw new Refused('conflict', COLLECTION_UNCLEAR);
    await mustOweNothing(this.store, await this.persons.allOf(session.wallet));
    const today = await this.calendar.today();
    const amount = parseRlusd(request.amount, 2);
    const cause = { session, idempotencyKey: key, input: { call: 'withdraw-deposit', ...request } };
    const context = await this.causation.contextOf(cause);
    const payoutId = runIdOf('withdrawal', context.metadata.commandId);
    const dates = { period: today, date: today, recordPosition: null };
    const order = { runId: payoutId, propertyId, source: 'withdrawal' as const, ...dates, amount, fee: 0n };
    await handleCommandAcross(
      this.store,
      { run: runFold(payoutId), lines: batchFold(payoutId, '0'), escrow: escrowFold, loan: loanFold(propertyId) },
      ({ run, escrow, loan }) => {
        const free = depositOf(escrow, propertyId) - withheldOf(today, loan);
        if (amount > free)
          throw new Refused(
            'conflict',
            `${formatRlusd(free > 0n ? free : 0n)} RLUSD of the deposit can be withdrawn. The rest is reserved for what is due.`,
          );
        const payees = [{ wallet: session.wallet, amount }];
        return fundPayees(order, `deposit/${propertyId}`, payees, { run, escrow });
      },
      context,
    );
    void this.courier.advance('payout', payoutId).catch(() => undefined);
    return { success: true, payoutId };
  }
}

const overdue = () =>
  new Refused(
    'conflict',
    'You owe a buyer a payment back and it is overdue. No money moved. Refund it, then withdraw the deposit.',
  );
