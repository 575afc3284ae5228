import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../database/pool.js';
import { KeyRing } from './key-ring.js';
import type { SecretKind } from '@tknest/contracts/rules';
import { openItem } from './open-item.js';

/**
 * Opens what moves money or signs the record: seeds, signed transactions, the record's key. Only code that signs may
 * import it (an import rule): nothing that answers a person's call can reach it.
 */
@Injectable()
export class SecretVault {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** @throws NotInVault, Unsealable */
  get(id: string, kind: SecretKind): Promise<Buffer | Record<string, unknown>> {
    return openItem(this.pool, this.ring, id, (item) => item.kind === kind);
  }
}
