import type { PlatformAccountName } from '@tknest/contracts/events';
import type { Needed } from '#platform/ledger/accounts/account-owner.js';
import type { AccountState } from '#platform/ledger/accounts/account.state.js';
import { ticketsToCreate, type TicketPolicy } from '#platform/ledger/accounts/ticket-refill.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';

/** Accounts that are set up, and need nothing of their own but tickets. */
export const ticketsAlone =
  (ledger: Pick<LedgerPort, 'account' | 'reserves'>, policy: TicketPolicy) =>
  async (_: PlatformAccountName, { free, address }: AccountState): Promise<Needed> => {
    const account = await ledger.account(address!);
    const count = ticketsToCreate(free.length, account!, await ledger.reserves(), policy);
    return count > 0 ? { do: 'sign', row: [{ TransactionType: 'TicketCreate', TicketCount: count }] } : { do: 'rest' };
  };
