import { randomUUID } from 'node:crypto';

/** An event as the server keeps it: bytes that it does not interpret. */
export interface Kept {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  revision: number;
  created: number;
}

export type Proposed = Omit<Kept, 'revision' | 'created'>;
export type Expected = 'any' | 'none' | 'exists' | number;
export type Written = { revision: number } | { wrong: number | null } | 'deleted' | 'too-large';

/** The streams of an EventStoreDB server, as far as clients can tell; shared by all nodes of a cluster. */
export class Streams {
  /** As the server's default. */
  appendBytesMax = 1 << 20;
  private streams = new Map<string, Kept[]>();
  private tombstones = new Set<string>();
  readonly onWritten = new Set<(stream: string, events: readonly Kept[]) => void>();

  /** Like a real server, confirms a repeated append at the same revision with the same ids as written. */
  append(stream: string, expected: Expected, proposed: readonly Proposed[]): Written {
    if (this.tombstones.has(stream)) return 'deleted';
    const kept = this.streams.get(stream) ?? [];
    const size = proposed.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
    if (size > this.appendBytesMax) return 'too-large';
    const last = kept.length - 1;
    const at = expected === 'none' ? -1 : expected;
    if (typeof at === 'number' && at !== last)
      return repeatedAt(kept, at, proposed) ?? { wrong: last < 0 ? null : last };
    if (at === 'exists' && last < 0) return { wrong: null };
    if (typeof at !== 'number') {
      const known = kept.findIndex(({ id }) => id === proposed[0]?.id);
      if (known >= 0) return { revision: known + proposed.length - 1 };
    }
    const written = proposed.map((event, index) => ({ ...event, revision: kept.length + index, created: Date.now() }));
    this.streams.set(stream, kept);
    for (const event of written) kept.push(event);
    this.afterSoftDelete(stream, written[0]!.revision);
    for (const told of this.onWritten) told(stream, written);
    return { revision: kept.length - 1 };
  }

  /** Deletes it as a client's `deleteStream` does: by metadata alone, so that emptied metadata bring it back. */
  softDelete(stream: string): void {
    this.setMetadata(stream, { $tb: Number.MAX_SAFE_INTEGER });
  }

  /** Like a real server, starts the stream again after a soft delete, at the next number. */
  private afterSoftDelete(stream: string, first: number): void {
    const metadata = stream.startsWith('$$') ? {} : this.metadata(stream);
    if (metadata.$tb === Number.MAX_SAFE_INTEGER) this.setMetadata(stream, { ...metadata, $tb: first });
  }

  /** The events of a stream that can still be read; null if it does not exist. */
  readable(stream: string): readonly Kept[] | 'deleted' | null {
    if (this.tombstones.has(stream)) return 'deleted';
    const kept = this.streams.get(stream);
    if (!kept) return null;
    const { $tb, $maxCount } = this.metadata(stream) as { $tb?: number; $maxCount?: number };
    const first = Math.max($tb ?? 0, $maxCount === undefined ? 0 : kept.length - $maxCount);
    if (first === 0) return kept;
    return first > kept.length ? null : kept.slice(first);
  }

  metadata(stream: string): Record<string, unknown> {
    const last = this.streams.get(`$$${stream}`)?.at(-1);
    return last ? JSON.parse(Buffer.from(last.data).toString()) : {};
  }

  setMetadata(stream: string, metadata: object): void {
    const data = Buffer.from(JSON.stringify(metadata));
    const event = {
      id: randomUUID(),
      type: '$metadata',
      contentType: 'application/json',
      data,
      metadata: Buffer.alloc(0),
    };
    this.append(`$$${stream}`, 'any', [event]);
  }

  tombstone(stream: string): void {
    this.tombstones.add(stream);
  }

  /** Changes written events, which nobody should be able to do. */
  rewrite(stream: string, change: (events: Kept[]) => Kept[]): void {
    this.streams.set(stream, change([...(this.streams.get(stream) ?? [])]));
  }

  /** A backup; `restore` goes back to it. */
  backup(): Map<string, Kept[]> {
    return new Map([...this.streams].map(([name, events]) => [name, [...events]]));
  }

  restore(backup: Map<string, Kept[]>): void {
    this.streams = new Map([...backup].map(([name, events]) => [name, [...events]]));
  }
}

function repeatedAt(kept: readonly Kept[], after: number, proposed: readonly Proposed[]): { revision: number } | null {
  const there = kept.slice(after + 1, after + 1 + proposed.length);
  const same = there.length === proposed.length && there.every(({ id }, index) => id === proposed[index]!.id);
  return same ? { revision: after + proposed.length } : null;
}
