import { Client, NotConnectedError, DisconnectedError, type Request } from 'xrpl';

const PATIENCE_MS = 20_000;
const RETRY_MS = 100;

/**
 * The node, for the sandbox's people, wallets and faucet: the rippled API, with a connection that reconnects by itself.
 * `pace` says whether ledgers close by themselves; if they do not, whoever needs a close requests it.
 */
export class LedgerNode {
  private readonly client: Client;
  private waiting: (() => void)[] = [];
  private accepting: Promise<unknown> | undefined;
  private closing = false;

  constructor(
    readonly url: string,
    private readonly closesByItself: () => boolean,
    /**
     * Whether the node's `current` ledger shows what was just submitted: rippled and the sandbox's own do, others may
     * not.
     */
    readonly showsOpenLedger: boolean,
    headers: Record<string, string> = {},
  ) {
    this.client = new Client(url, { headers, connectionTimeout: PATIENCE_MS });
    this.client.on('ledgerClosed', () => this.waiting.splice(0).forEach((wake) => wake()));
    // Subscriptions end with a connection.
    this.client.on(
      'connected',
      () => void this.client.request({ command: 'subscribe', streams: ['ledger'] }).catch(() => undefined),
    );
    this.client.on('error', () => undefined);
  }

  /** @throws ConnectionError if the node does not answer at all */
  connect(): Promise<void> {
    return this.client.connect();
  }

  /** Listens to every close; returns what ends the listening. */
  onClose(listener: () => void): () => void {
    this.client.on('ledgerClosed', listener);
    return () => void this.client.off('ledgerClosed', listener);
  }

  /** Asks the node; while the connection is away the request waits for it. */
  async request<T = Record<string, unknown>>(request: Record<string, unknown> & { command: string }): Promise<T> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        await this.connected();
        const answer = await this.client.request(request as Request);
        return (answer as { result: T }).result;
      } catch (error) {
        const away = error instanceof NotConnectedError || error instanceof DisconnectedError;
        if (!away || this.closing || Date.now() > until) throw error;
        await new Promise((wake) => setTimeout(wake, RETRY_MS));
      }
    }
  }

  /**
   * xrpl.js sends into a connection that is not open yet (with an error of another type), and gives up after one
   * reconnection that failed before it was open. So this waits for a connection, and creates one if none is being
   * opened.
   */
  private async connected(): Promise<void> {
    if (this.closing || this.client.isConnected()) return;
    await this.client.connect().catch((error: Error) => {
      throw new NotConnectedError(error.message);
    });
  }

  /** Resolves once a ledger has closed after the call; closes one itself if nothing else does. */
  async nextClose(): Promise<void> {
    if (!this.closesByItself()) return void (await this.acceptLedger());
    await new Promise<void>((wake) => {
      const patience = setTimeout(wake, 5 * RETRY_MS + 2000);
      this.waiting.push(() => {
        clearTimeout(patience);
        wake();
      });
    });
  }

  /** Those who ask at the same time share one close. */
  private acceptLedger(): Promise<unknown> {
    this.accepting ??= new Promise((wake) => setImmediate(wake)).then(() => {
      this.accepting = undefined;
      return this.request({ command: 'ledger_accept' });
    });
    return this.accepting;
  }

  async close(): Promise<void> {
    this.closing = true;
    this.waiting.splice(0).forEach((wake) => wake());
    // A connection that is just being made may never say that it has ended.
    await Promise.race([this.client.disconnect(), new Promise((wake) => setTimeout(wake, 10 * RETRY_MS).unref())]);
  }
}

/** The `error` code of a refused request, such as `actNotFound`. */
export function errorCodeOf(error: unknown): string | undefined {
  return (error as { data?: { error?: string } }).data?.error;
}
