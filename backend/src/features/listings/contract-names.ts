import { Injectable } from '@nestjs/common';
import { NotInVault, VaultService } from '#platform/vault/vault.service.js';
import type { Property } from './read-models/property/property.entity.js';

const KEPT_MAX = 10_000;
const UNNAMED = 'rental-contract';

/** File names of rental contracts, decrypted from the vault once per process, because lists show many at a time. */
@Injectable()
export class ContractNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly vault: VaultService) {}

  /** Null if the property has no contract. */
  async of({ contractId, contractNameItem: item }: Property): Promise<string | null> {
    if (!contractId || !item) return null;
    const known = this.names.get(item) ?? (await this.opened(item));
    if (this.names.size >= KEPT_MAX) this.names.clear();
    this.names.set(item, known);
    return known;
  }

  private async opened(item: string): Promise<string> {
    try {
      return String(((await this.vault.get(item)) as { fileName?: unknown }).fileName);
    } catch (error) {
      if (error instanceof NotInVault) return UNNAMED;
      throw error;
    }
  }
}
