/** Transactions that the platform signs with a key of its own, each on a ticket that belongs to one purpose alone. */
import type { PlatformAccountName } from '@tknest/contracts/events';
import type { Committed } from '../../event-store/commit-once.js';
import { crashPlaces } from '../../telemetry/crash-points.js';
import type { LedgerPort } from '../ledger-port.js';
import { ownLifetime } from '../submissions/lifetime.js';
import type { SignedBlobs } from '../submissions/submission.js';
import type { TicketPool, TicketWrite } from './ticket-pool.js';

const crashPoint = crashPlaces('ticket-chosen', 'own-leg-signed', 'own-leg-recorded');

/** The platform's own ledger accounts: their addresses, signatures and tickets. */
export interface AccountSigner {
  address(name: PlatformAccountName): Promise<string>;
  sign(name: PlatformAccountName, transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }>;
  tickets(name: PlatformAccountName): Pick<TicketPool, 'use' | 'useMany' | 'burned'>;
}

export interface SigningPorts {
  ledger: LedgerPort;
  blobs: SignedBlobs;
  accounts: AccountSigner;
}

/** What was signed, as its owner journals it before it is sent. */
export interface SignedOnTicket {
  transaction: Record<string, unknown>;
  hash: string;
  ticket: number;
  /** Last validated ledger before it was signed: it can stand in none up to there. */
  ledgerIndex: number;
  lastLedgerSequence: number;
  blobItem: string;
}

export interface SigningOnTicket {
  signer: PlatformAccountName;
  /** What the ticket is for; the same one for an attempt that is proved absent and its successor. */
  purpose: string;
  /** Names it for tests that end the process here. */
  subject: string;
  unsigned: Record<string, unknown>;
  /** The stream whose facts name the blob. */
  owner: string;
  /** Appends the owner's facts together with the ticket's assignment, in one commit. */
  commit(signed: SignedOnTicket, assignment: TicketWrite | null): Promise<Committed>;
}

/**
 * Signs and has it journalled, in one append: its ticket, signed, submission begins. Whatever happens after that, the
 * same blob is sent again until a validated ledger concludes it; an attempt proved absent is signed again on the same
 * ticket, so it can never apply twice.
 * @returns false where the owner's stream had moved: load it again and plan again
 * @throws TicketsExhausted, LedgerUnavailable
 */
export async function signOnTicket(ports: SigningPorts, signing: SigningOnTicket): Promise<boolean> {
  const { signer, purpose, subject, unsigned, owner } = signing;
  const ledgerIndex = await ports.ledger.validatedIndex();
  const lastLedgerSequence = ledgerIndex + ownLifetime(ports.ledger.closeIntervalMs());
  const fee = await ports.ledger.fee();
  const recorded = await ports.accounts.tickets(signer).use(purpose, {
    sign: async (ticket): Promise<SignedOnTicket> => {
      crashPoint('ticket-chosen', subject);
      const transaction = ticketed(unsigned, { ticket, lastLedgerSequence, fee });
      const { blob, hash } = await ports.accounts.sign(signer, transaction);
      const blobItem = await ports.blobs.keep(owner, blob);
      crashPoint('own-leg-signed', subject);
      return { transaction, hash, ticket, ledgerIndex, lastLedgerSequence, blobItem };
    },
    commit: (signed, assignment) => signing.commit(signed, assignment),
  });
  crashPoint('own-leg-recorded', subject);
  return recorded;
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
