import pg from 'pg';

const PAUSE_MIN_MS = 100;
const PAUSE_MAX_MS = 5000;

/**
 * One LISTEN connection, which reconnects forever; until then, its listeners rely on polling. After each (re)connection
 * it sends one hint without a payload, for notifications that were missed.
 */
export class ChannelListener {
  private client: pg.Client | null = null;
  private readonly ending = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly settings: pg.ClientConfig,
    private readonly channel: string,
    private readonly onHint: (payload?: string) => void,
    private readonly onTrouble: (error: Error) => void = () => {},
  ) {}

  /** Starts listening, once; nobody waits for it, because a missing listener only costs latency. */
  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.client?.end().catch(() => {});
    await this.running;
  }

  private async run(): Promise<void> {
    let pauseMs = PAUSE_MIN_MS;
    while (!this.ending.signal.aborted) {
      try {
        await this.listenUntilLost(() => (pauseMs = PAUSE_MIN_MS));
      } catch (error) {
        if (!this.ending.signal.aborted) this.onTrouble(error as Error);
      }
      await pause(pauseMs, this.ending.signal);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
    }
  }

  private async listenUntilLost(onListening: () => void): Promise<void> {
    const client = new pg.Client({ ...this.settings, application_name: 'tknest listener', keepAlive: true });
    const lost = new Promise<void>((resolve, reject) => {
      client.once('error', reject);
      client.once('end', resolve);
    });
    // Handled below; without this an early failure would count as unhandled.
    lost.catch(() => {});
    this.client = client;
    try {
      await client.connect();
      client.on('notification', ({ payload }) => this.onHint(payload));
      await client.query(`listen ${this.channel}`);
      onListening();
      this.onHint();
      await lost;
    } finally {
      this.client = null;
      await client.end().catch(() => {});
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
