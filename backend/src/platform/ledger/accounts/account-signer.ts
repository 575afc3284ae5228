import type { PlatformAccountName } from '@tknest/contracts/events';
import type { LedgerPort } from '../ledger-port.js';
import type { SignedBlobs } from '../submissions/submission.js';
import type { TicketPool } from './ticket-pool.js';

/** The platform's own ledger accounts: their addresses and tickets. */
export interface OwnAccounts {
  address(name: PlatformAccountName): Promise<string>;
  tickets(name: PlatformAccountName): Pick<TicketPool, 'useMany' | 'useSequence'>;
}

/** The same with their signatures: for the courier alone. */
export interface AccountSigner extends OwnAccounts {
  sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }>;
}

export interface SigningPorts {
  ledger: LedgerPort;
  blobs: SignedBlobs;
  accounts: AccountSigner;
}

/** A transaction's sequence number or ticket. With a ticket, the sequence is 0, because xrpl.js does not fill it in. */
export type Place = { ticket: number; sequence: 0 } | { ticket: null; sequence: number };

/** A transaction of a platform account, with its sequence or ticket. */
export const placed = (
  transaction: Record<string, unknown>,
  { ticket, sequence }: Place,
  { lastLedgerSequence, fee }: { lastLedgerSequence: number; fee: bigint },
): Record<string, unknown> => ({
  ...transaction,
  Fee: fee.toString(),
  Sequence: sequence,
  ...(ticket === null ? {} : { TicketSequence: ticket }),
  LastLedgerSequence: lastLedgerSequence,
});
