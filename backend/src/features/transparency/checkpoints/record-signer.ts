import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomBytes, sign } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { toPosition } from '#platform/event-store/positions.js';
import { SecretVault } from '#platform/vault/secret-vault.js';
import { RECORD_KEY } from '#platform/vault/split-keys.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { LogTree } from '../tree/log-tree.js';
import { checkpointText, originOf } from './checkpoint.js';
import { Checkpoints, type SignedCheckpoint } from './checkpoints.js';
import { openNote, signerOf, signNote, verifierKey, type NoteSigner } from './note.js';

/** The one vault item that holds the key; a second instance finds the first one's. */
const KEY_ITEM = '5c1d9f0e-7b53-4c1c-9d57-1f2a9f4b7c01';

/**
 * Signs the tree's root, and what a worker has computed from the log, with the record's key, and publishes key and
 * checkpoints. Only what a worker runs may import it (an import rule).
 */
@Injectable()
export class RecordSigner {
  private signer: NoteSigner | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'checkpointDir'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly vault: VaultService,
    private readonly secrets: SecretVault,
    private readonly accounts: PlatformAccounts,
    private readonly tree: LogTree,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** Extends the tree to the log's end and signs it, unless that is done already. @throws LogDoesNotFit */
  async sign(): Promise<SignedCheckpoint & { head: Buffer }> {
    const signer = await this.key();
    // A crash may have happened between the last checkpoint and its file.
    const before = await this.checkpoints.newest();
    if (before && (await this.hasSigned(before))) await this.hand(signer, before.size, before.note);
    const { size, head } = await this.tree.catchUp();
    const root = await this.tree.root(size);
    const note = signNote(checkpointText({ origin: signer.name, size, root }), signer);
    const signed = { size, root, note, at: this.clock.now() };
    if (await this.checkpoints.publish(signed)) await this.hand(signer, size, note);
    return { ...signed, head };
  }

  /** Publishes the public key. */
  async publishKey(): Promise<void> {
    await this.checkpoints.publishKey(verifierKey(await this.key()));
  }

  /** Whether a published checkpoint is this key's, whatever key is published. */
  async hasSigned({ note }: Pick<SignedCheckpoint, 'note'>): Promise<boolean> {
    return openNote(note, verifierKey(await this.key())) !== null;
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

  private async key(): Promise<NoteSigner> {
    if (this.signer) return this.signer;
    const name = originOf(await this.accounts.address('issuer'));
    await this.vault.put(RECORD_KEY, 'ed25519-seed', randomBytes(32), KEY_ITEM);
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
