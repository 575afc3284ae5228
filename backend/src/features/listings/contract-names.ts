import { Injectable } from '@nestjs/common';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { listingStream } from './listing.decider.js';
import type { Property } from './read-models/property/property.entity.js';

const KEPT_MAX = 10_000;
const UNNAMED = 'rental-contract';

/** File names of rental contracts, decrypted from the vault once per process, because lists show many at a time. */
@Injectable()
export class ContractNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly vault: VaultService) {}

  /** Null if the property has no contract. */
  async of({ id, contractId, contractNameItem: item }: Property): Promise<string | null> {
    if (!contractId || !item) return null;
    // By both, so that a row that names another property's item does not get its name.
    const key = `${id}/${item}`;
    const known = this.names.get(key) ?? (await this.opened(item, id));
    if (this.names.size >= KEPT_MAX) this.names.clear();
    this.names.set(key, known);
    return known;
  }

  private async opened(item: string, propertyId: number): Promise<string> {
    const of = { subject: listingStream(propertyId), kind: 'rental-contract-name' } as const;
    const named = await unlessGone(this.vault.get(item, of));
    return named ? String((named as { fileName?: unknown }).fileName) : UNNAMED;
  }
}
