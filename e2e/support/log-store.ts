import { EventStoreStandIn } from '../../backend/test/support/eventstoredb/stand-in.js';
import { randomUUID } from 'node:crypto';
import type { EventStoreSettings } from '../../backend/src/platform/config/log-settings.js';

/**
 * If E2E_EVENTSTORE is an address (`esdb://…`), every program keeps its log on that server, in a stream of its own.
 * With any other value, each uses a stand-in of its own; without a value, its database, unless its settings name a
 * server.
 */
export class LogStore {
  private standIn: EventStoreStandIn | null = null;
  private readonly server = /^(esdb|kurrentdb)(\+discover)?:/.test(process.env.E2E_EVENTSTORE ?? '')
    ? process.env.E2E_EVENTSTORE!
    : null;
  private readonly stream = this.server ? `e2e-${randomUUID()}` : 'tknest';

  constructor(private readonly env: Record<string, string | undefined>) {}

  /** The settings that name the store; none for the database. */
  async settings(): Promise<Record<string, string>> {
    if (!process.env.E2E_EVENTSTORE || this.env.EVENTSTORE_URL) return {};
    if (this.server) return { EVENTSTORE_URL: this.server, EVENTSTORE_STREAM: this.stream };
    this.standIn ??= await new EventStoreStandIn().start();
    return { EVENTSTORE_URL: this.standIn.url };
  }

  /** These settings as the program reads them. */
  get named(): EventStoreSettings | null {
    const own = process.env.E2E_EVENTSTORE && !this.env.EVENTSTORE_URL ? this.server : null;
    const url = this.standIn?.url ?? own ?? this.env.EVENTSTORE_URL;
    return url ? { url, stream: own ? this.stream : (this.env.EVENTSTORE_STREAM ?? 'tknest') } : null;
  }

  /** The table of events for SQL queries. */
  get table(): 'eventstore.events' | 'log_index.events' {
    return this.named ? 'log_index.events' : 'eventstore.events';
  }

  stop(): void {
    this.standIn?.stop();
  }
}
