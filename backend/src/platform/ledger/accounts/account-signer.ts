import type { PlatformAccountName } from '@tknest/contracts/events';
import type { LedgerPort } from '../ledger-port.js';
import type { SignedBlobs } from '../submissions/submission.js';
import type { TicketPool } from './ticket-pool.js';

/** The platform's own ledger accounts: their addresses, signatures and tickets. */
export interface AccountSigner {
  address(name: PlatformAccountName): Promise<string>;
  sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }>;
  tickets(name: PlatformAccountName): Pick<TicketPool, 'useMany'>;
}

export interface SigningPorts {
  ledger: LedgerPort;
  blobs: SignedBlobs;
  accounts: AccountSigner;
}

/** A transaction of an account of the platform, on a ticket. */
export const ticketed = (
  transaction: Record<string, unknown>,
  { ticket, lastLedgerSequence, fee }: { ticket: number; lastLedgerSequence: number; fee: bigint },
): Record<string, unknown> => ({
  ...transaction,
  Fee: fee.toString(),
  // xrpl.js does not know tickets: the account's sequence must be given as 0 beside one.
  Sequence: 0,
  TicketSequence: ticket,
  LastLedgerSequence: lastLedgerSequence,
});
