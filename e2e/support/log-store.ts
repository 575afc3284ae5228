import { EventStoreStandIn } from '../../backend/test/support/eventstoredb/stand-in.js';
import type { EventStoreSettings } from '../../backend/src/platform/event-store/log-settings.js';

/**
 * Where E2E_EVENTSTORE is set, every program keeps its log on a stand-in for EventStoreDB of its own; otherwise in its
 * database, unless its settings name a server.
 */
export class LogStore {
  private standIn: EventStoreStandIn | null = null;

  constructor(private readonly env: Record<string, string | undefined>) {}

  /** The settings that name it; none for the database. */
  async settings(): Promise<Record<string, string>> {
    if (!process.env.E2E_EVENTSTORE || this.env.EVENTSTORE_URL) return {};
    this.standIn ??= await new EventStoreStandIn().start();
    return { EVENTSTORE_URL: this.standIn.url };
  }

  /** As the program reads them. */
  get named(): EventStoreSettings | null {
    const url = this.standIn?.url ?? this.env.EVENTSTORE_URL;
    return url ? { url, stream: 'tknest' } : null;
  }

  /** Where events can be asked for in SQL. */
  get table(): 'eventstore.events' | 'log_index.events' {
    return this.named ? 'log_index.events' : 'eventstore.events';
  }

  stop(): void {
    this.standIn?.stop();
  }
}
