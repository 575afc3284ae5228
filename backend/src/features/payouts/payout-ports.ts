import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import type { Clock } from '#platform/clock/clock.js';
import type { Config } from '#platform/config/config.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import type { ToldStanding } from '#features/identity/module.public.js';
import { holdersOfRecord } from '#features/listings/rules.public.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import type { PayoutPorts } from './transactions/ports.js';

/** The ports of payout runs in the running program. */
export function payoutPorts(
  store: EventStore,
  ledger: LedgerPort,
  clock: Clock,
  config: Config,
  accounts: PlatformAccounts,
  standing: ToldStanding,
  calendar: BusinessCalendar,
): PayoutPorts {
  return {
    store,
    ledger,
    clock,
    accounts,
    holders: (propertyId, until) => holdersOfRecord(store, propertyId, until),
    blocked: async (wallets) => {
      const paid = await Promise.all(wallets.map((wallet) => standing.paidTo(wallet, 'line')));
      return new Set(wallets.filter((_, index) => paid[index] !== 'wallet'));
    },
    businessDate: () => calendar.today(),
    settings: { rlusdIssuer: config.xrpl.rlusdIssuer, revenue: config.revenue },
    turns: store,
  };
}
