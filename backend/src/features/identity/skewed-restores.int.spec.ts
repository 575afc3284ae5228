import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import { copyOfVault } from '#test/support/vault-copy.js';
import { systemClock } from '#platform/clock/clock.js';
import { context } from '#test/event-store/adapter.js';
import type { VaultService } from '#platform/vault/vault.service.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { Eraser, retainedSubject } from './erasure/eraser.js';
import type { LegalHolds } from './erasure/legal-holds.js';
import { TombstoneReplay } from './erasure/tombstone-replay.js';
import { Tombstones } from './erasure/tombstones.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
let dataDir: string;
let tombstones: Tombstones;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db, 'review');
});
afterAll(() => db?.drop());
beforeEach(() => {
  if (dataDir) rmSync(dataDir, { recursive: true });
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-tombstones-'));
  tombstones = new Tombstones({ tombstones: { folder: dataDir } });
});

const holds = { certainly: async () => [], lastTransaction: async () => '2026-01-31' } as unknown as LegalHolds;
const eraser = (vault: VaultService = identity.vault) => {
  const { store, config, calendar, dossier } = identity;
  return new Eraser(store, config, systemClock, calendar, vault, dossier, holds, tombstones);
};
async function started(): Promise<void> {
  const { store, calendar, vault, causation } = identity;
  await new TombstoneReplay(store, calendar, vault, tombstones, eraser(), new Recorder(store, causation), causation, {
    role: 'worker',
  }).onApplicationBootstrap();
}
const later = () => new Date(Date.now() + 1_000).toISOString();

describe('a restore', () => {
  it('of the log alone (a server of EventStoreDB set back, and the loss accepted) lets the program start', async () => {
    const [gone, next] = [somebody(), somebody()];
    await identity.submit(gone, 'Ida');
    await identity.submit(next, 'Ida');
    // The log no longer has the erasure; the key stays destroyed.
    await identity.vault.erase(gone.wallet);
    await tombstones.add({ wallet: gone.wallet, at: later(), retainedUntil: '2036-01-31' });
    await tombstones.add({ wallet: next.wallet, at: later(), retainedUntil: '2036-01-31' });
    await expect(started()).resolves.toBeUndefined();
    expect(await identity.vault.holds(next.wallet)).toBe(false);
  });

  it('of the vault from before the last upload (PostgreSQL first, then the log: as the page says) does so too', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    const restore = await copyOfVault(db.pool, session.wallet);
    // Between the backups of PostgreSQL and of the log: a second application with its proof, and the erasure.
    await identity.submit(session, 'Ida', { role: 'landlord' });
    await eraser().erase(session.wallet, context());
    await identity.vault.erase(retainedSubject(session.wallet));
    await restore();
    await expect(started()).resolves.toBeUndefined();
    expect(await identity.vault.holds(session.wallet)).toBe(false);
  });
});
