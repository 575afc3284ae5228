import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ring } from './ring.js';

type Part = string | number | Date | null | undefined;

/**
 * Authenticates rows of a table: an HMAC over the table's name and the authenticated columns. A row that somebody else
 * wrote, changed or moved does not fit.
 */
export class RowMacs {
  constructor(
    private readonly ring: Pick<Ring, 'current' | 'reload'>,
    /** Of `sessions`, replacing it ends every session; `rows/worker` is of what only workers write. */
    private readonly purpose: 'sessions' | 'rows' | 'rows/worker',
    private readonly table: string,
  ) {}

  /** Of a row that is about to be written. */
  of(...parts: readonly Part[]): Buffer {
    const texts = parts.map((part) => (part instanceof Date ? part.toISOString() : (part ?? null)));
    const { key } = this.ring.current(this.purpose);
    return createHmac('sha256', key)
      .update(JSON.stringify([this.table, ...texts]))
      .digest();
  }

  /** Whether this program wrote it so. */
  fits(mac: Buffer | null, ...parts: readonly Part[]): boolean {
    const expected = this.of(...parts);
    return mac !== null && mac.length === expected.length && timingSafeEqual(mac, expected);
  }

  /** Takes up the newest key where a row says that there is another one. */
  async at(keyId: number | null): Promise<this> {
    if (keyId !== null && keyId !== this.ring.current(this.purpose).id) await this.ring.reload();
    return this;
  }
}
