import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PlatformConfigView } from '@tknest/contracts/api';
import { CURRENCY } from '@tknest/contracts/rules';
import { dayAt, type Day } from '@tknest/contracts/money';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';

const DAY_MS = 86_400_000;

/** The calendar's date, if it is ahead of the real date; otherwise null. */
export function aheadOf(wall: Day, today: Day): { today: Day; days: number } | null {
  const days = Math.round((Date.parse(today) - Date.parse(wall)) / DAY_MS);
  return days > 0 ? { today, days } : null;
}

/**
 * Public information about the platform: its accounts, its network, and whether it has an access code page and a
 * sandbox.
 */
export class ShowPlatform extends Query<PlatformConfigView> {}

@QueryHandler(ShowPlatform)
export class ShowPlatformHandler implements IQueryHandler<ShowPlatform> {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly accounts: PlatformAccounts,
    private readonly calendar: BusinessCalendar,
  ) {}

  async execute(): Promise<PlatformConfigView> {
    const [issuer, feeWallet, payoutEscrow] = await Promise.all([
      this.accounts.address('issuer'),
      this.accounts.address('feeWallet'),
      this.accounts.address('payoutEscrow'),
    ]);
    const { xrpl, accessCode, sandbox } = this.config;
    return {
      feeWallet,
      issuer,
      payoutEscrow,
      rlusdIssuer: xrpl.rlusdIssuer,
      rlusdCurrency: CURRENCY.rlusd,
      tokenCurrency: CURRENCY.token,
      supportEmail: this.config.supportEmail,
      network: xrpl.network,
      demoGate: accessCode !== '',
      sandbox,
      demoFunding: this.config.demoFaucetUrl !== null,
      bulkOperations: this.config.bulkOperations,
      explorer: xrpl.explorer,
      calendarAhead: aheadOf(dayAt(this.clock.now()), await this.calendar.today()),
    };
  }
}
