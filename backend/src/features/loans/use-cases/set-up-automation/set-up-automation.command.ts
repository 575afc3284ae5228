import type { BusinessDate } from '@tknest/contracts/events';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SetupAutoPaymentsRequest } from '@tknest/contracts/api';
import { comingInstallments, formatRlusd, parseRlusd, paymentOf, percent, type Micro } from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { Causation } from '#platform/sessions/causation.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import type { ListingState } from '#features/listings/rules.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { moveDueDay } from '../../account/loan.decider.js';
import { loanFold, type LoanState } from '../../account/loan.state.js';
import { collectionFold, feeOn, setAutomation, type CollectionState } from '../../collection/collection.decider.js';
import { LoanReader } from '../../loan-reader.js';
import { mustBeThat } from '../../payees.js';

export interface AutomationAnswer {
  success: true;
  message: string;
}

/**
 * An admin turns rent automation on or off: the platform collects due installments as rent. It may be set up before the
 * loan begins.
 */
export class SetUpAutomation extends KeyedCommand<SetupAutoPaymentsRequest, AutomationAnswer> {}

type Asked = Pick<SetUpAutomation, 'session' | 'request' | 'key'>;

@CommandHandler(SetUpAutomation)
export class SetUpAutomationHandler implements ICommandHandler<SetUpAutomation> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    private readonly loans: LoanReader,
    private readonly accounts: PlatformAccounts,
    private readonly causation: Causation,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('set-automation', (asked: Asked) => this.setUp(asked));
  }

  /**
   * A worker decides from which day a raised fee applies.
   * @throws Refused (400 if escrow, gateway, landlord or amount are wrong; 409 while autopay is on); WorkerAway
   */
  async execute({ session, request, key }: SetUpAutomation): Promise<AutomationAnswer> {
    return this.requests.ask('set-automation', { session, request, key });
  }

  private async setUp({ session, request, key: idempotencyKey }: Asked): Promise<AutomationAnswer> {
    const { propertyId, autoPayoutEnabled: enabled = true, payoutDay } = request;
    const property = await this.loans.property(propertyId);
    mustBeThat('escrowWallet', request.escrowWallet, await this.accounts.address('payoutEscrow'), 'the payout escrow');
    mustBeThat('rlusdGateway', request.rlusdGateway, this.config.xrpl.rlusdIssuer, 'the issuer of RLUSD');
    if (request.propertyOwnerWallet !== undefined)
      mustBeThat('propertyOwnerWallet', request.propertyOwnerWallet, property.owner, "the landlord's wallet");
    const context = await this.causation.contextOf({
      session,
      idempotencyKey,
      input: { call: 'auto-payments', ...request },
    });
    const today = context.metadata.businessDate;
    const monthlyRentAmount = parseRlusd(request.monthlyRentAmount, 2);
    const feeBps = Math.round((request.platformFeePercentage ?? LOAN.automation.platformFee) * 10_000);
    const { state } = await handleCommandAcross(
      this.store,
      { loan: loanFold(propertyId), collection: collectionFold(propertyId) },
      ({ loan, collection }) => {
        if (enabled && loan.status === 'paid_off') throw new Refused('conflict', 'This loan is paid off');
        const open = loan.status === 'open' ? loan : null;
        const day = payoutDay ?? open?.dueDay ?? collection.automation?.payoutDay ?? LOAN.automation.payoutDay;
        const installment = open?.account.level ?? highestInstallment(property);
        const command = {
          propertyId,
          enabled,
          monthlyRentAmount,
          payoutDay: day,
          feeBps,
          today,
          installment,
          loanIsOpen: open !== null,
        };
        return {
          collection: setAutomation(command, collection),
          loan: enabled && open ? moveDueDay(day, today, open) : [],
        };
      },
      context,
    );
    return { success: true, message: messageOf(state.collection, state.loan, today) };
  }
}

/** The installment if all tokens are sold. */
function highestInstallment({ goal, tokenPrice, tokenCount, annualRate, termMonths }: ListingState): Micro {
  const sellable = tokenPrice * BigInt(tokenCount);
  return paymentOf(sellable > goal ? sellable : goal, percent(annualRate), termMonths);
}

function messageOf({ automation }: CollectionState, loan: LoanState, today: BusinessDate): string {
  if (!automation) return 'Automatic payments are turned off';
  const { monthlyRentAmount, payoutDay, feeBps, feeFrom } = automation;
  const fee = (bps: number) => `${bps / 100}%`;
  const waits = feeFrom > today ? `; the fee of ${fee(feeBps)} applies from ${feeFrom}` : '';
  return (
    `Automatic payments of up to ${formatRlusd(monthlyRentAmount)} RLUSD are set up for day ${payoutDay} of each month ` +
    `at a platform fee of ${fee(feeOn(automation, today))}${waits}. After a month in which the deposit was too small, ` +
    `several months are collected at once, as far as the deposit holds them.${lossOf(loan, feeBps)}`
  );
}

/** Warns if holders would receive less than they paid. */
function lossOf(loan: LoanState, feeBps: number): string {
  if (loan.status !== 'open') return '';
  const rows = comingInstallments(loan.account);
  const gross = rows.reduce((sum, { payment }) => sum + payment, 0n);
  const principal = rows.reduce((sum, row) => sum + row.principal, 0n);
  const net = gross - (gross * BigInt(feeBps)) / 10_000n;
  if (net >= principal) return '';
  return ` Holders would receive ${formatRlusd(net)} RLUSD for ${formatRlusd(principal)} RLUSD of principal: a loss.`;
}
