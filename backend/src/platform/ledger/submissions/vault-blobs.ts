import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { SignedBlobs } from './submission.js';
import { SecretVault } from '../../vault/secret-vault.js';
import { VaultService } from '../../vault/vault.service.js';

/** Signed transactions as vault items. */
@Injectable()
export class VaultBlobs implements SignedBlobs {
  constructor(
    private readonly vault: VaultService,
    private readonly secrets: SecretVault,
  ) {}

  keep(owner: string, blob: string): Promise<string> {
    return this.vault.put(owner, 'signed-blob', { blob }, randomUUID());
  }

  async open(item: string): Promise<string> {
    return ((await this.secrets.get(item, 'signed-blob')) as { blob: string }).blob;
  }
}
