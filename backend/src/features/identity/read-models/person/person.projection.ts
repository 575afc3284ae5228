import type { AccessEvent, IdentityEvent, ScreeningEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { KycDocument, Person } from './person.entities.js';

const EVENTS = [
  'WalletSignedIn',
  'KycSubmitted',
  'KycDecided',
  'VerificationRevoked',
  'WalletSuspended',
  'WalletReinstated',
  'DocumentScanned',
  'ApplicantAnswered',
  'PersonErased',
] as const;
type Folded = Extract<AccessEvent | IdentityEvent | ScreeningEvent, { type: (typeof EVENTS)[number] }>;

/** Persons and their documents: no personal data, only wallets, states and the kinds of documents uploaded. */
export const personProjection: Projection<Folded> = {
  name: 'persons',
  version: 1,
  tables: ['persons', 'kyc_documents'],
  events: EVENTS,
  onError: 'halt-stream',
  async apply(events, tx) {
    for (const event of events) await fold(event, tx);
  },
};

async function fold(event: Recorded<Folded>, tx: EntityManager): Promise<void> {
  const { at } = event;
  const { wallet } = event.data;
  const seen = (type: string) =>
    tx.query(
      `insert into persons (wallet, user_type, kyc_status, investor_status, landlord_status, first_seen, last_seen) values ($1, $2, 'not_started', 'not_started', 'not_started', $3, $3)
       on conflict (wallet) do update set last_seen = excluded.last_seen, user_type = excluded.user_type`,
      [wallet, type, at],
    );
  switch (event.type) {
    case 'WalletSignedIn':
      return void (await seen(userTypeOf(event.data.role)));
    case 'KycSubmitted':
      await seen(userTypeOf(event.data.role));
      for (const { id, kind, bytes, mediaType, scan } of event.data.documents) {
        await tx.upsert(KycDocument, { id, wallet, kind, bytes, mediaType, scan, uploadedAt: at }, ['id']);
      }
      return;
    case 'ApplicantAnswered':
      for (const { id, mediaType, bytes = 0, scan = 'unscanned' } of event.data.documents)
        await tx.upsert(KycDocument, { id, wallet, kind: 'answer', bytes, mediaType, scan, uploadedAt: at }, ['id']);
      return;
    case 'KycDecided': {
      await seen(userTypeOf(event.data.role));
      return setStatus(tx, wallet, event.data.role, event.data.status);
    }
    case 'VerificationRevoked':
      return setStatus(tx, wallet, event.data.role, 'rejected', 'verified');
    case 'DocumentScanned':
      return void (await tx.update(KycDocument, { id: event.data.documentId }, { scan: event.data.scan }));
    case 'PersonErased':
      await tx.delete(KycDocument, { wallet });
      const none = 'not_started';
      return void (await tx.update(
        Person,
        { wallet },
        { kycStatus: none, investorStatus: none, landlordStatus: none },
      ));
    case 'WalletSuspended':
    case 'WalletReinstated':
      await tx.update(Person, { wallet }, { suspended: event.type === 'WalletSuspended' });
  }
}

/** @param from if given, only this status is changed */
async function setStatus(
  tx: EntityManager,
  wallet: string,
  role: string,
  status: string,
  from?: string,
): Promise<void> {
  const column = role === 'landlord' ? 'landlordStatus' : 'investorStatus';
  await tx.update(Person, { wallet, ...(from && { [column]: from }) }, { kycStatus: status, [column]: status });
}

/** The type shown on the admin's user cards, which replace underscores by spaces. */
function userTypeOf(role: string): string {
  return role === 'landlord' ? 'property_owner' : role;
}
