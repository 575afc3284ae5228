import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { WithdrawRevenueRequest } from '@tknest/contracts/api';
import { PLATFORM_ACCOUNT_NAMES } from '@tknest/contracts/events';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Session } from '#platform/sessions/session.js';
import type { ProposedAct } from '#features/proposals/module.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { feesFold } from '../../escrow/escrow.decider.js';
import { mustBeWithdrawable } from '../../escrow/fees.decider.js';
import { revenueRunId, WithdrawRevenue, type Withdrawal } from './withdraw-revenue.command.js';

/** The order's id, derived from the admin and the idempotency key, so that it is carried out only once. */
export const revenueOrderId = (admin: string, key: string): string => uuidv5(`revenue/${admin}/${key}`);

/**
 * A withdrawal of revenue, which takes two people. Both sign the address and the destination tag of the settings. It is
 * outside the daily caps: it can reach no other address.
 */
@Injectable()
export class RevenueAct implements ProposedAct<WithdrawRevenueRequest> {
  readonly kind = 'revenue';

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'revenue' | 'xrpl'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accounts: PlatformAccounts,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Refused if the settings name no address, or less can be withdrawn */
  async prepare({ amount }: WithdrawRevenueRequest) {
    return { request: { ...(await this.withdrawalOf(amount)) }, linkTo: '/admin/revenue' };
  }

  async describe({ amount, address, tag }: Withdrawal) {
    const to = `${address}${tag === null ? ' without a destination tag' : `, destination tag ${tag}`}`;
    return {
      summary: `Withdraw ${formatRlusd(parseRlusd(amount))} RLUSD of revenue to ${to}.`,
      beneficiaries: [address],
    };
  }

  /** Where the settings send an amount. @throws Refused as `prepare` */
  async withdrawalOf(amount: string): Promise<Withdrawal> {
    const { address, tag } = this.config.revenue;
    if (!address)
      throw new Refused('conflict', 'No address for revenue is set. Nothing was paid. Set REVENUE_ADDRESS first.');
    const own = await Promise.all(PLATFORM_ACCOUNT_NAMES.map((name) => this.accounts.address(name)));
    if ([...own, this.config.xrpl.rlusdIssuer].includes(address))
      throw new Refused(
        'conflict',
        'REVENUE_ADDRESS is an account of the platform or the issuer of RLUSD. Nothing was paid. Set another address.',
      );
    mustBeWithdrawable(parseRlusd(amount), (await load(this.store, feesFold)).state);
    return { amount, address, tag };
  }

  async carryOut(what: Withdrawal, session: Session, key: string): Promise<void> {
    await this.commands.execute(new WithdrawRevenue(session, revenueOrderId(session.wallet, key), what));
  }

  keyOf({ wallet }: Session, key: string): string {
    return revenueRunId(revenueOrderId(wallet, key));
  }
}
