import { EVENT_WRITERS } from '@tknest/contracts/events';
import { EventMacs, type MacKey, type MacKeys, type Writer } from '../event-store/macs.js';
import type { KeyRing, RingKey } from './key-ring.js';

const KEY_BYTES = 32;

/** A MAC key as it lies in the ring: the key, and the position from which on it is used. */
export function macKeyBytes(key: Buffer, from: number): Buffer {
  const bytes = Buffer.alloc(KEY_BYTES + 8);
  key.copy(bytes);
  bytes.writeBigInt64BE(BigInt(from), KEY_BYTES);
  return bytes;
}

/** The keys of events as the ring has them. A ring that is not open has none, and nothing is authenticated. */
class RingMacKeys implements MacKeys {
  private readonly read = new WeakMap<readonly RingKey[], readonly MacKey[]>();

  constructor(private readonly ring: KeyRing) {}

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

/** Authenticates events by the keys of a ring, which may be opened later. */
export const macsOf = (ring: KeyRing): EventMacs => new EventMacs(new RingMacKeys(ring), EVENT_WRITERS);
