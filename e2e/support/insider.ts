import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { Wallet } from 'xrpl';
import { openLog } from '../../backend/src/platform/event-store/open-log.js';
import type { StoredLog } from '../../backend/src/platform/event-store/stored-log.js';
import type { NewEvent } from '../../backend/src/platform/event-store/event-store.js';
import { KeyRing } from '../../backend/src/platform/vault/key-ring.js';
import { macsOf } from '../../backend/src/platform/vault/ring-macs.js';
import { SecretVault } from '../../backend/src/platform/vault/secret-vault.js';
import { VaultService } from '../../backend/src/platform/vault/vault.service.js';
import type { Person } from '../../scripts/lib/platform-client.mjs';
import type { Program } from './program.js';

/** An attacker who stole the database and the master key: signs with the platform's keys, and writes to its log. */
export class Insider {
  private readonly pool: pg.Pool;
  private readonly store: Promise<StoredLog>;
  private readonly ring: Promise<KeyRing>;

  constructor(private readonly program: Program) {
    this.pool = new pg.Pool({ connectionString: program.runtime.database, max: 2 });
    this.ring = new KeyRing({ masterKey: this.masterKey(), masterKeyFile: null }).open(this.pool as never);
    this.store = this.ring.then((ring) => openLog(this.pool as never, program.log.named, undefined, macsOf(ring)));
  }

  /** Takes a platform account's key from the vault, with which the attacker acts as its owner. */
  async ownerOf(account: 'issuer' | 'feeWallet' | 'payoutEscrow'): Promise<Pick<Person, 'address' | 'wallet'>> {
    for await (const { data } of (await this.store).read(`account-${account}`, { limit: 1 })) {
      const { seed } = (await new SecretVault(this.pool as never, await this.ring).get(
        data.seedItem,
        'ledger-seed',
      )) as { seed: string };
      return { address: Wallet.fromSeed(seed).classicAddress, wallet: { seed } };
    }
    throw new Error(`${account} has not been created`);
  }

  /** Takes the key that signs checkpoints, manifests and receipts. */
  async recordKey(): Promise<unknown> {
    const { rows } = await this.pool.query("select id from platform.vault_items where kind = 'ed25519-seed'");
    return new SecretVault(this.pool as never, await this.ring).get(rows[0].id, 'ed25519-seed');
  }

  /** Stores an item of any kind, as the program would. @returns its id */
  async keep(subject: string, kind: Parameters<VaultService['put']>[1], content: object): Promise<string> {
    return new VaultService(this.pool as never, await this.ring).put(subject, kind, content);
  }

  private masterKey(): Buffer {
    return Buffer.from(readFileSync(path.join(this.program.dataDir, 'master.key'), 'utf8').trim(), 'hex');
  }

  /** Appends events that never happened. */
  async forge(stream: string, ...events: NewEvent[]): Promise<void> {
    const metadata = {
      commandId: crypto.randomUUID(),
      correlationId: 'forged',
      causationId: 'forged',
      actor: { wallet: null, role: 'system' as const },
      businessDate: '2026-01-01' as const,
    };
    await (await this.store).append(stream, 'any', events, { metadata });
  }

  async close(): Promise<void> {
    await (await this.store).close();
    await this.pool.end();
  }
}
