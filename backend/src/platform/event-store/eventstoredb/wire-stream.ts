import {
  AccessDeniedError,
  BACKWARDS,
  FORWARDS,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type StreamMetadata,
} from '@eventstore/db-client';
import { StoreUnavailable, LogRefused } from '../event-store.js';
import type { EventStoreSettings } from '../../config/log-settings.js';
import { connect, type Connection } from './connection.js';
import { fromWire, toWire, type LoggedEvent } from './envelope.js';

export interface Times {
  /** The timeout of one attempt of an append, and the silence after which a read is given up, in milliseconds. */
  callMs: number;
}

/** A page of a read ends once its texts have this many characters. */
const PAGE_CHARS_MAX = 4 << 20;
const READ_AHEAD = 256;

export type ReadEvent = ReturnType<typeof fromWire>;

/** The single physical stream. Every call ends, with an answer or with an error that says what is unknown. */
export class WireStream {
  readonly name: string;
  private readonly connection: Connection;

  constructor(
    settings: EventStoreSettings,
    private readonly times: Times,
  ) {
    this.name = settings.stream;
    this.connection = connect(settings.url);
  }

  /**
   * Writes events after a position, all or none. `moved`: the log did not end there, and nothing was written.
   * @throws LogRefused and RangeError if nothing was written; after any other error, it is not known
   */
  async append(after: number, events: readonly LoggedEvent[]): Promise<'written' | 'moved'> {
    const { client, credentials } = this.connection;
    try {
      await client.appendToStream(this.name, events.map(toWire), {
        expectedRevision: after === 0 ? NO_STREAM : BigInt(after - 1),
        credentials,
        requiresLeader: true,
        deadline: this.times.callMs,
      });
      return 'written';
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return 'moved';
      if (error instanceof MaxAppendSizeExceededError)
        throw new RangeError(`The server accepts less: ${error.message}`);
      throw this.told(error);
    }
  }

  /** Events from a position on, inclusive, read from the leader; none if the log ends before it. */
  async read(from: number, limit: number, backwards = false): Promise<ReadEvent[]> {
    const { client, credentials } = this.connection;
    const stream = client.readStream(
      this.name,
      {
        fromRevision: backwards ? 'end' : BigInt(from - 1),
        direction: backwards ? BACKWARDS : FORWARDS,
        maxCount: limit,
        requiresLeader: true,
        credentials,
      },
      { highWaterMark: READ_AHEAD },
    );
    const events: ReadEvent[] = [];
    let chars = 0;
    // The client itself waits forever.
    const silence = setTimeout(() => stream.destroy(new Error('the server does not answer')), this.times.callMs);
    try {
      for await (const resolved of stream) {
        silence.refresh();
        const event = fromWire(resolved);
        events.push(event);
        chars += event.data.length + event.metadata.length;
        if (chars > PAGE_CHARS_MAX) break;
      }
      return events;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw this.told(error);
    } finally {
      clearTimeout(silence);
      void stream.cancel().catch(() => {});
    }
  }

  async metadata(): Promise<StreamMetadata & Record<string, unknown>> {
    const { client, credentials } = this.connection;
    const asked = client.getStreamMetadata(this.name, { credentials, requiresLeader: true });
    try {
      return (await within(asked, this.times.callMs)).metadata ?? {};
    } catch (error) {
      throw this.told(error);
    }
  }

  /** Adds to the stream's metadata. Requires an operator's rights. */
  async mark(added: Record<string, unknown>): Promise<void> {
    const { client, credentials } = this.connection;
    const metadata = { ...(await this.metadata()), ...added };
    await client
      .setStreamMetadata(this.name, metadata as never, {
        credentials,
        requiresLeader: true,
        deadline: this.times.callMs,
      })
      .catch((error: unknown) => Promise.reject(this.told(error)));
  }

  /**
   * Lets one user read and append, and only administrators delete the stream or change its metadata. Requires an
   * operator's rights.
   */
  protect(user: string): Promise<void> {
    const admins = '$admins';
    const acl = { readRoles: [user, admins], writeRoles: [user, admins], deleteRoles: admins, metaWriteRoles: admins };
    return this.mark({ acl: { ...acl, metaReadRoles: [user, admins] } });
  }

  /**
   * Calls `onEvent` for everything appended from now on, until the subscription is lost or stopped. @returns a function
   * that stops it
   */
  subscribe(onEvent: () => void, onLost: (error: Error | null) => void): () => void {
    const { client, credentials } = this.connection;
    const subscription = client.subscribeToStream(this.name, {
      fromRevision: 'end',
      credentials,
      requiresLeader: true,
    });
    let over = false;
    const end = (error: Error | null) => {
      if (over) return;
      over = true;
      void subscription.unsubscribe().catch(() => {});
      onLost(error);
    };
    subscription
      .on('confirmation', onEvent)
      .on('data', onEvent)
      .on('error', (error) => end(this.told(error)))
      .on('end', () => end(null))
      .on('close', () => end(null));
    return () => {
      over = true;
      void subscription.unsubscribe().catch(() => {});
    };
  }

  async close(): Promise<void> {
    await within(this.connection.client.dispose(), this.times.callMs).catch(() => {});
  }

  /** An error with our own message; the client's may contain addresses, but never the connection string. */
  private told(error: unknown): Error {
    if (error instanceof StoreUnavailable) return error;
    if (error instanceof AccessDeniedError)
      return new LogRefused(`the server refuses this user; check user, password and rights of ${this.name}`);
    if (error instanceof StreamDeletedError) return new LogRefused(`the stream ${this.name} was deleted`);
    return new StoreUnavailable(`EventStoreDB does not answer as it should: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function within<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the server does not answer')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
