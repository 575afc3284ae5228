import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes, sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { POOL } from '#platform/database/pool.js';
import { toPosition } from '#platform/event-store/positions.js';
import { SecretVault } from '#platform/vault/secret-vault.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { LogTree } from '../tree/log-tree.js';
import { checkpointText, originOf } from './checkpoint.js';
import { signerOf, signNote, verifierKey, type NoteSigner } from './note.js';

/** The one vault item that holds the key; a second instance finds the first one's. */
const KEY_ITEM = '5c1d9f0e-7b53-4c1c-9d57-1f2a9f4b7c01';

/** A checkpoint as it was signed. */
export interface SignedCheckpoint {
  size: number;
  root: Buffer;
  /** The signed note. */
  note: string;
  at: Date;
}

/** Signs the tree's current root, and stores every checkpoint ever signed. */
@Injectable()
export class Checkpoints {
  private signer: NoteSigner | null = null;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'checkpointDir'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly vault: VaultService,
    private readonly secrets: SecretVault,
    private readonly accounts: PlatformAccounts,
    private readonly tree: LogTree,
  ) {}

  /** Extends the tree to the log's end and signs it, unless that is done already. @throws LogDoesNotFit */
  async sign(): Promise<SignedCheckpoint & { head: Buffer }> {
    const signer = await this.key();
    // A crash may have happened between the last checkpoint and its file.
    const before = await this.newest();
    if (before) await this.hand(signer, before.size, before.note);
    const { size, head } = await this.tree.catchUp();
    const root = await this.tree.root(size);
    const note = signNote(checkpointText({ origin: signer.name, size, root }), signer);
    const { rowCount } = await this.pool.query(
      'insert into platform.log_checkpoints (size, root, note, at) values ($1, $2, $3, $4) on conflict do nothing',
      [size, root, note, this.clock.now()],
    );
    if (rowCount) await this.hand(signer, size, note);
    return { ...(await this.ofSize(size, root))!, head };
  }

  /** The newest signed checkpoint, or null. */
  async newest(): Promise<SignedCheckpoint | null> {
    return this.find('order by at desc, size desc limit 1', []);
  }

  /** The checkpoint of exactly this tree, or null. */
  async ofSize(size: number, root: Buffer): Promise<SignedCheckpoint | null> {
    return this.find('where size = $1 and root = $2', [size, root]);
  }

  /** The key with which anybody can verify the notes, in the format of note verifiers. */
  async verifierKey(): Promise<string> {
    return verifierKey(await this.key());
  }

  /** SHA-256 (hex) of the public key, as in the anchors. */
  async keyDigest(): Promise<string> {
    return createHash('sha256')
      .update((await this.key()).publicKey)
      .digest('hex');
  }

  /** Whether the key has its name yet: the issuer's address is created at the first start. */
  async canSign(): Promise<boolean> {
    return this.accounts.address('issuer').then(
      () => true,
      () => false,
    );
  }

  /** A plain Ed25519 signature over a text, base64, with the key that made it. */
  async signText(text: string): Promise<{ key: string; value: string }> {
    const signer = await this.key();
    return { key: verifierKey(signer), value: sign(null, Buffer.from(text, 'utf8'), signer.key).toString('base64') };
  }

  private async find(which: string, values: unknown[]): Promise<SignedCheckpoint | null> {
    const { rows } = await this.pool.query(
      `select size, root, note, at from platform.log_checkpoints ${which}`,
      values,
    );
    return rows[0] ? { ...rows[0], size: Number(rows[0].size) } : null;
  }

  private async key(): Promise<NoteSigner> {
    if (this.signer) return this.signer;
    const name = originOf(await this.accounts.address('issuer'));
    await this.vault.put('checkpoint-key', 'ed25519-seed', randomBytes(32), KEY_ITEM);
    return (this.signer = signerOf(name, (await this.secrets.get(KEY_ITEM, 'ed25519-seed')) as Buffer));
  }

  /**
   * One file for each checkpoint, never overwritten: an auditor who mirrors the folder notices if a signed one is ever
   * contradicted.
   */
  private async hand(signer: NoteSigner, size: number, note: string): Promise<void> {
    const folder = this.config.checkpointDir;
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    const root = createHash('sha256').update(note).digest('hex').slice(0, 8);
    for (const [file, text] of [
      ['key.txt', `${verifierKey(signer)}\n`],
      [`${toPosition(size)}-${root}.txt`, note],
    ] as const)
      await writeFile(path.join(folder, file), text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
  }
}
