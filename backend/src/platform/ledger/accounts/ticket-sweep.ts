import type { PlatformAccountName } from '@tknest/contracts/events';
import type { LedgerPort } from '../ledger-port.js';
import type { AccountRecord } from './account-record.js';
import type { Guard, TicketSettled } from './account.state.js';

/** The state of a purpose, from its owner's events. */
export type PurposeStanding =
  /** It may still sign with the ticket, or its signed transaction is in flight. */
  | { is: 'open'; isSubmitted: boolean }
  /**
   * According to its stream, it will never sign again. Its last signature expires at this ledger; 0 if it signed
   * nothing.
   */
  | { is: 'over'; lastLedgerSequence: number; as: Guard };

/** Whether the owner of a purpose still needs its ticket. */
export type Standing = (purpose: string) => Promise<PurposeStanding>;

/**
 * Releases, or writes off, the tickets of purposes that have ended, such as those of payments canceled after their
 * authorization was signed.
 * @returns how many tickets were settled
 * @throws LedgerUnavailable
 */
export async function sweepTickets(
  name: PlatformAccountName,
  record: Pick<AccountRecord, 'state' | 'settleTicket'>,
  ledger: LedgerPort,
  standing: Standing,
): Promise<number> {
  const { assigned, address } = await record.state();
  let settled = 0;
  for (const [purpose, ticket] of assigned) {
    const owner = await standing(purpose);
    const event = owner.is === 'open' ? null : await verdict(purpose, ticket, owner);
    // Its owner may have been revived since the check: then nothing is written, and it is checked again.
    if (event && owner.is !== 'open' && (await record.settleTicket(event, owner.as))) settled++;
  }
  return settled;

  async function verdict(
    purpose: string,
    ticket: number,
    { lastLedgerSequence }: Exclude<PurposeStanding, { is: 'open' }>,
  ): Promise<TicketSettled | null> {
    // Creating a ticket moves the account's sequence past it: a node that has not seen that is lagging, and proves
    // nothing.
    const account = await ledger.account(address!);
    if (!account || account.sequence <= ticket) return null;
    const { held, ledgerIndex } = await ledger.holdsTicket(address!, ticket);
    if (!held) return { type: 'TicketBurned', data: { name, ticket, purpose, hash: null } };
    if (ledgerIndex <= lastLedgerSequence) return null;
    const reason = lastLedgerSequence === 0 ? 'nothing was signed with it' : 'what was signed with it has expired';
    return { type: 'TicketReleased', data: { name, ticket, purpose, reason } };
  }
}
