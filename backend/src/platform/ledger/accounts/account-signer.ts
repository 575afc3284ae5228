import type { PlatformAccountName } from '@tknest/contracts/events';
import type { LedgerPort } from '../ledger-port.js';
import type { SignedBlobs } from '../submissions/submission.js';
import type { TicketPool } from './ticket-pool.js';

/** The platform's own ledger accounts: their addresses, signatures and tickets. */
export interface AccountSigner {
  address(name: PlatformAccountName): Promise<string>;
  sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }>;
  tickets(name: PlatformAccountName): Pick<TicketPool, 'useMany' | 'useSequence'>;
}

export interface SigningPorts {
  ledger: LedgerPort;
  blobs: SignedBlobs;
  accounts: AccountSigner;
}

/** A transaction's place in its account. The sequence is 0 with a ticket: xrpl.js does not know tickets. */
export type Place = { ticket: number; sequence: 0 } | { ticket: null; sequence: number };

/** A transaction of an account of the platform, in its place. */
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
