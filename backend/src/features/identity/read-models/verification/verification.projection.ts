import type { IdentityEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { Erasure, Verification } from './verification.entity.js';

const EVENTS = [
  'VerificationStarted',
  'VerificationReported',
  'KycSubmitted',
  'ErasureRequested',
  'ErasureScheduled',
  'ErasureStopped',
  'PersonErased',
  'RedactionConfirmed',
  'RetentionEnded',
] as const;
type Folded = Extract<IdentityEvent, { type: (typeof EVENTS)[number] }>;

/** Verifications with providers, and requests for erasure: wallets and states, no personal data. */
export const verificationProjection: Projection<Folded> = {
  name: 'verifications',
  version: 1,
  tables: ['verifications', 'erasures'],
  events: EVENTS,
  onError: 'halt-stream',
  async apply(events, tx) {
    for (const event of events) await fold(event, tx);
  },
};

async function fold(event: Recorded<Folded>, tx: EntityManager): Promise<void> {
  const { at } = event;
  const { wallet } = event.data;
  switch (event.type) {
    case 'VerificationStarted': {
      await applyAnew(wallet, tx);
      const { externalId, provider, providerId, role } = event.data;
      const row = { externalId, provider, providerId, wallet, role, status: 'pending' as const, startedAt: at };
      return void (await tx.upsert(Verification, row, ['externalId']));
    }
    case 'VerificationReported': {
      const { externalId, status } = event.data;
      return void (await tx.update(Verification, { externalId }, { status }));
    }
    case 'KycSubmitted':
      return applyAnew(wallet, tx);
    case 'ErasureRequested':
      return void (await tx.upsert(
        Erasure,
        { wallet, requestedAt: at, erasesAt: null, erasedAt: null, retainedUntil: null, redactions: 0 },
        ['wallet'],
      ));
    case 'ErasureScheduled':
      return void (await tx.query(
        `insert into erasures (wallet, erases_at, redactions) values ($1, $2, 0)
         on conflict (wallet) do update set erases_at = $2, erased_at = null`,
        [wallet, event.data.notBefore],
      ));
    case 'ErasureStopped':
      return applyAnew(wallet, tx);
    case 'PersonErased': {
      const { retainedUntil, redactions } = event.data;
      await tx.delete(Verification, { wallet });
      await tx.query(
        `insert into erasures (wallet, requested_at, erased_at, retained_until, redactions) values ($1, null, $2, $3, $4)
         on conflict (wallet) do update set erases_at = null, erased_at = $2, retained_until = $3, redactions = erasures.redactions + $4`,
        [wallet, at, retainedUntil, redactions.length],
      );
      return;
    }
    case 'RedactionConfirmed':
      return void (await tx.decrement(Erasure, { wallet }, 'redactions', 1));
    case 'RetentionEnded':
      await tx.update(Erasure, { wallet }, { retainedUntil: null });
  }
}

/** Applying again withdraws a pending erasure. */
async function applyAnew(wallet: string, tx: EntityManager): Promise<void> {
  await tx.query('delete from erasures where wallet = $1 and erased_at is null', [wallet]);
}
