import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import type { Conflict } from '#platform/ledger/transactions/courier-ports.js';
import { caseIdOf, caseStream, opening } from '#features/operations-cases/rules.public.js';

const ACCOUNTS: Record<Conflict['signer'], string> = {
  issuer: 'token issuer',
  feeWallet: 'fee wallet',
  payoutEscrow: 'payout escrow',
};

/** One case per ticket that was used outside the platform: somebody must find out what that transaction did. */
export const conflictOf = (
  store: EventStore,
  { signer, hash, ticket, of, ...about }: Conflict,
): Promise<StreamWrite[]> =>
  opening(store, {
    kind: 'sequence-conflict',
    subject: hash,
    txHash: hash,
    summary: `A ticket of the ${ACCOUNTS[signer]} was used by a transaction that is not in the log.`,
    details: { ticket, ...of },
    ...about,
  });

export const conflictStream = (hash: string): string =>
  caseStream(caseIdOf({ kind: 'sequence-conflict', subject: hash }));
