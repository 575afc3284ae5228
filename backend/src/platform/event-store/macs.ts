import { timingSafeEqual } from 'node:crypto';
import { HASH_BYTES, hmac } from './hmac.js';
import type { StoredEvent } from './seal.js';

/** The writer whose key authenticates an event. */
export type Writer = 'web' | 'worker';
const WRITERS: readonly Writer[] = ['web', 'worker'];

export interface MacKey {
  id: number;
  key: Buffer;
  /** The first position from which the key is no longer valid; null for the current key. */
  endsAt: number | null;
}

/** The keys that this process has. Without a writer's key, it can neither write nor verify that writer's events. */
export interface MacKeys {
  /** Oldest first. */
  of(writer: Writer): readonly MacKey[];
  /** Identifies the log, hexadecimal. */
  readonly logId: string | null;
}

/** The authenticated fields besides the metadata: what happened, and to whom. */
type Authenticated = Pick<StoredEvent, 'stream' | 'id' | 'type' | 'version' | 'data'>;

const NUMBER_BYTES = 4;

/** This process lacks the key with which this event type is written. */
export class NotTheWriter extends Error {
  constructor(type: string, writer: Writer) {
    super(`${type} is written by the ${writer}; this process does not have its key`);
    this.name = 'NotTheWriter';
  }
}

/**
 * Distinguishes events written by this platform from events that somebody put into the database: an HMAC over log, key,
 * stream, id, type, version, data and metadata, beside each event and outside its seal. Order and deletion are
 * protected by the chain.
 */
export class EventMacs {
  /** @param writers the writer whose key authenticates each type of event */
  constructor(
    private readonly keys: MacKeys,
    private readonly writers: Readonly<Record<string, Writer>>,
  ) {}

  /** Whether anything is authenticated. */
  get areKept(): boolean {
    return this.keys.logId !== null;
  }

  /** The key number and HMAC of an event about to be written; null before there are keys. @throws NotTheWriter */
  of(event: Authenticated, metadata: string): Buffer | null {
    if (this.keys.logId === null) return null;
    const writer = this.writerOf(event.type);
    const newest = this.keys.of(writer).at(-1);
    if (!newest) throw new NotTheWriter(event.type, writer);
    return this.mac(newest, event, metadata);
  }

  /** Why an event is not genuine; null if it is, or if this process cannot check. */
  misfit(event: StoredEvent, given: Buffer | null): string | null {
    if (this.keys.logId === null) return null;
    const known = this.writers[event.type];
    if (known) return this.misfitUnder(known, event, given);
    // A type of a newer program that runs beside this one, which makes no decisions on it: any writer is possible.
    const misfits = WRITERS.map((writer) => this.misfitUnder(writer, event, given));
    return misfits.includes(null) ? null : misfits[0]!;
  }

  private misfitUnder(writer: Writer, event: StoredEvent, given: Buffer | null): string | null {
    const keys = this.keys.of(writer);
    if (keys.length === 0) return null;
    if (!given) return 'it carries no MAC';
    const id = given.length > NUMBER_BYTES ? given.readInt32BE(0) : 0;
    const key = keys.find((one) => one.id === id);
    if (!key) return `its MAC names a key that does not exist`;
    if (key.endsAt !== null && event.position >= key.endsAt)
      return `its MAC is under a key that was replaced before it`;
    const expected = this.mac(key, event, event.metadata);
    return expected.length === given.length && timingSafeEqual(expected, given) ? null : 'its MAC does not match it';
  }

  private writerOf(type: string): Writer {
    return this.writers[type] ?? 'web';
  }

  /** Lengths precede the texts, so that two different events never have the same bytes. */
  private mac({ id: number, key }: MacKey, event: Authenticated, metadata: string): Buffer {
    const { stream, id, type, version, data } = event;
    const lengths = `${this.keys.logId}|${number}|${id}|${version}|${stream.length}|${type.length}|${data.length}|`;
    const mac = Buffer.allocUnsafe(NUMBER_BYTES + HASH_BYTES);
    mac.writeInt32BE(number, 0);
    hmac(key, `${lengths}${stream}${type}${data}${metadata}`).copy(mac, NUMBER_BYTES);
    return mac;
  }
}
