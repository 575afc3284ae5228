import { EVENT_WRITERS } from '@tknest/contracts/events';
import { EventMacs, type MacKey, type MacKeys, type Writer } from '../event-store/macs.js';
import type { Ring, RingKey } from '../keys/ring.js';

const KEY_BYTES = 32;

/** A MAC key in the ring's format: the key, and the first position that it authenticates. */
export function macKeyBytes(key: Buffer, from: number): Buffer {
  const bytes = Buffer.alloc(KEY_BYTES + 8);
  key.copy(bytes);
  bytes.writeBigInt64BE(BigInt(from), KEY_BYTES);
  return bytes;
}

/** The event keys of a ring. A ring that is not open has none, so nothing is authenticated. */
class RingMacKeys implements MacKeys {
  private readonly read = new WeakMap<readonly RingKey[], readonly MacKey[]>();

  constructor(private readonly ring: Ring) {}

  get logId(): string | null {
    return this.ring.all('log').at(-1)?.key.toString('hex') ?? null;
  }

  of(writer: Writer): readonly MacKey[] {
    const kept = this.ring.all(`mac/${writer}`);
    const known = this.read.get(kept);
    if (known) return known;
    const keys = kept.map(({ id, key }, index): MacKey => {
      const next = kept[index + 1];
      const endsAt = next ? Number(next.key.readBigInt64BE(KEY_BYTES)) : null;
      return { id, key: key.subarray(0, KEY_BYTES), endsAt };
    });
    this.read.set(kept, keys);
    return keys;
  }
}

/** Authenticates events with the keys of a ring, which may be opened later. */
export const macsOf = (ring: Ring): EventMacs => new EventMacs(new RingMacKeys(ring), EVENT_WRITERS);
