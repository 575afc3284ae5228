import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ring } from './ring.js';

type Part = string | number | Date | null | undefined;

/**
 * Authenticates rows of a table: an HMAC over the table's name and the authenticated columns. A row that was written,
 * changed or moved by somebody else does not match.
 */
export class RowMacs {
  constructor(
    private readonly ring: Pick<Ring, 'current' | 'reload'>,
    /** Replacing the key of `sessions` ends every session; `rows/worker` authenticates rows that only workers write. */
    private readonly purpose: 'sessions' | 'rows' | 'rows/worker',
    private readonly table: string,
  ) {}

  /** The MAC of a row about to be written. */
  of(...parts: readonly Part[]): Buffer {
    const texts = parts.map((part) => (part instanceof Date ? part.toISOString() : (part ?? null)));
    const { key } = this.ring.current(this.purpose);
    return createHmac('sha256', key)
      .update(JSON.stringify([this.table, ...texts]))
      .digest();
  }

  /** Whether this program wrote the row like this. */
  fits(mac: Buffer | null, ...parts: readonly Part[]): boolean {
    const expected = this.of(...parts);
    return mac !== null && mac.length === expected.length && timingSafeEqual(mac, expected);
  }

  /** Loads the newest keys if a row names one that is not known yet. */
  async at(keyId: number | null): Promise<this> {
    if (keyId !== null && keyId !== this.ring.current(this.purpose).id) await this.ring.reload();
    return this;
  }
}
