import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client, RippledError, type LedgerStream } from 'xrpl';
import { LedgerUnavailable } from './ledger-port.js';

const REQUEST_TIMEOUT_MS = 10_000;
const RECONNECT_MAX_MS = 2_000;
const INTERVALS_KEPT = 20;
/** A network closes a ledger every four seconds: a node without a new one for as long as this stands still. */
const STILL_MS = 30_000;
/**
 * How far a node may jump ahead with one ledger, beyond what time allows even a test's ledger. What waits for a ledger
 * index would end at once with a node that states any number.
 */
const JUMP = { ledgers: 250, perSecond: 50 };
/** How long the node in use is kept before another address is tried again, doubled each time none was better. */
const KEPT_MS = { first: 30_000, most: 600_000 };
/** Server states of a node that follows the network, or is one of its own (rippled's server_info). */
const FOLLOWS = new Set(['full', 'proposing', 'validating', 'standalone']);

/** Who runs a node: the last two labels of its name, such as `ripple.com`; for an address, with its port. */
export function operatorOf(url: string): string {
  const { hostname, host } = new URL(url);
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.') && !hostname.startsWith('[');
  return isName ? hostname.split('.').slice(-2).join('.') : host;
}

export interface ValidatedLedger {
  index: number;
  hash: string;
  /** Close time in seconds since 2000-01-01; missing if the node did not report it. */
  closeTime?: number;
  /** Whether the node reported it when it closed, and not as an answer to a request for the latest. */
  isNews?: boolean;
}

/**
 * One WebSocket to a rippled node, reconnected forever. Of several addresses, the first that answers and follows the
 * network is used, and the next one when it is lost or stands still. xrpl.js does not renew subscriptions after it
 * reconnects (rippled #3180), so each connection gets a client of its own and subscribes again. Emits `ledger` for
 * every validated ledger.
 */
export class XrplConnection extends EventEmitter<{ ledger: [ValidatedLedger] }> {
  private readonly log = new Logger('Ledger');
  private client: Client | null = null;
  private stopped = false;
  private lastIndex = 0;
  private lastClosedAt = 0;
  private readonly intervals: number[] = [];
  private running: Promise<void> | null = null;
  private usedSince = 0;
  private keptMs: number;
  private address = '';

  private readonly urls: readonly string[];
  private elsewhere: XrplConnection[] | null = null;

  /**
   * @param urls one or more addresses of nodes of the same network
   * @param stillMs after which a node without a new ledger stands still
   */
  constructor(
    urls: string | readonly string[],
    private readonly stillMs = STILL_MS,
  ) {
    super();
    this.keptMs = this.firstKeptMs;
    this.urls = typeof urls === 'string' ? [urls] : urls;
    this.setMaxListeners(100);
  }

  /** Starts connecting; does not wait for the node. */
  start(): void {
    this.running ??= this.keepConnected();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all((this.elsewhere ?? []).map((node) => node.stop()));
    await this.client?.disconnect().catch(() => undefined);
    this.emit('ledger', { index: this.lastIndex, hash: '' });
  }

  /** Last validated ledger of the stream; 0 before the first. */
  get validatedIndex(): number {
    return this.client?.isConnected() ? this.lastIndex : 0;
  }

  get connected(): boolean {
    return this.client?.isConnected() ?? false;
  }

  /** What is wrong with the node in use: it closes no ledgers; null if nothing is. */
  problem(): string | null {
    const forMs = this.stillFor();
    if (!this.connected || forMs < this.stillMs) return null;
    return `${new URL(this.address).host} has had no new ledger for ${Math.floor(forMs / 1000)} seconds`;
  }

  /** A shorter wait for ledgers, as in tests, also shortens this one. */
  private get firstKeptMs(): number {
    return Math.min(KEPT_MS.first, this.stillMs);
  }

  /** Since the last ledger, or since this node is used, ms. */
  private stillFor(): number {
    return performance.now() - Math.max(this.lastClosedAt, this.usedSince);
  }

  /** Resolves when another address should be tried: this node stands still, and the pause since the last try ended. */
  private async standsStill(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(this.stillFor() >= this.stillMs && performance.now() - this.usedSince >= this.keptMs))
      await sleep(Math.min(this.stillMs / 4, 1_000), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    this.keptMs = Math.min(this.keptMs * 2, KEPT_MS.most);
    this.log.warn(`${this.problem()}: another address is tried`);
  }

  /** @throws Error if the node does not follow the network, and there is another one */
  private async mustFollow(client: Client): Promise<void> {
    if (this.urls.length < 2) return;
    const { info } = (await client.request({ command: 'server_info' })).result;
    if (!FOLLOWS.has(info.server_state) || info.amendment_blocked)
      throw new Error(`it is ${info.amendment_blocked ? 'blocked by an amendment' : info.server_state}`);
  }

  get closeIntervalMs(): number {
    if (this.intervals.length === 0) return 4_000;
    return this.intervals.reduce((a, b) => a + b, 0) / this.intervals.length;
  }

  /**
   * Connections to the other addresses, for ledgers that the node in use no longer has; none if there is only one
   * address.
   */
  others(): readonly XrplConnection[] {
    if (this.urls.length < 2 || this.stopped) return [];
    if (!this.elsewhere) {
      this.elsewhere = this.urls.map((url) => new XrplConnection(url));
      for (const node of this.elsewhere) node.start();
    }
    return this.elsewhere;
  }

  /**
   * Connections to one node of each operator, the one in use first: two addresses of one operator, or one node asked
   * twice, are one witness.
   */
  ofEachOperator(): readonly XrplConnection[] {
    const byOperator = new Map<string, XrplConnection>([[operatorOf(this.address || this.urls[0]!), this]]);
    for (const one of this.others()) {
      const operator = operatorOf(one.urls[0]!);
      if (!byOperator.has(operator)) byOperator.set(operator, one);
    }
    return [...byOperator.values()];
  }

  /** One request. @throws RippledError if the node answers with an error, LedgerUnavailable if it does not answer */
  async request<T = any>(body: Record<string, unknown>): Promise<T> {
    const client = this.client;
    if (!client?.isConnected()) throw new LedgerUnavailable('The ledger node is not connected');
    try {
      const answer = await client.request(body as never);
      return (answer as { result: T }).result;
    } catch (error) {
      if (error instanceof RippledError) throw error;
      throw new LedgerUnavailable(`The ledger node did not answer ${String(body.command)}`, { cause: error });
    }
  }

  private async keepConnected(): Promise<void> {
    let wait = 100;
    for (let turn = 0; !this.stopped; turn++) {
      const url = this.urls[turn % this.urls.length]!;
      const left = new AbortController();
      const client = new Client(url, {
        timeout: REQUEST_TIMEOUT_MS,
        connectionTimeout: 5_000,
      });
      const lost = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
      client.on('error', () => undefined);
      client.on('ledgerClosed', (ledger) => this.onLedger(ledger, true));
      try {
        await client.connect();
        await this.mustFollow(client);
        const subscribed = await client.request({ command: 'subscribe', streams: ['ledger'] });
        this.client = client;
        [this.usedSince, this.address] = [performance.now(), url];
        wait = 100;
        const { ledger_index, ledger_hash = '', ledger_time } = subscribed.result as Partial<LedgerStream>;
        // A connection before this one may have stated a number that is not reached for years.
        if (ledger_index && ledger_index < this.lastIndex - JUMP.ledgers) this.lastIndex = 0;
        if (ledger_index) this.onLedger({ ledger_index, ledger_hash, ledger_time }, false);
        const others = this.urls.length > 1 ? [this.standsStill(left.signal)] : [];
        await Promise.race([lost, ...others]);
        if (!this.stopped && !client.isConnected()) this.log.warn('The connection to the ledger node was lost');
      } catch (error) {
        if (client.isConnected()) this.log.warn(`${new URL(url).host} is not used: ${(error as Error).message}`);
        wait = Math.min(wait * 2, RECONNECT_MAX_MS);
      }
      left.abort();
      this.client = null;
      // Stops xrpl.js from reconnecting by itself; this client is done.
      await client.disconnect().catch(() => undefined);
      if (!this.stopped) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  private onLedger(
    {
      ledger_index: index,
      ledger_hash: hash,
      ledger_time: closeTime,
    }: Pick<LedgerStream, 'ledger_index' | 'ledger_hash'> & { ledger_time?: number },
    isNews: boolean,
  ): void {
    const now = performance.now();
    if (index <= this.lastIndex) return;
    const elapsed = (now - this.lastClosedAt) / 1_000;
    if (isNews && this.lastIndex > 0 && index - this.lastIndex > JUMP.ledgers + elapsed * JUMP.perSecond) {
      this.log.warn(`${new URL(this.address).host} is left: it jumped from ledger ${this.lastIndex} to ${index}`);
      return void this.client?.disconnect();
    }
    if (this.lastIndex > 0 && this.lastClosedAt > 0) {
      this.intervals.push((now - this.lastClosedAt) / (index - this.lastIndex));
      if (this.intervals.length > INTERVALS_KEPT) this.intervals.shift();
    }
    this.lastIndex = index;
    this.lastClosedAt = now;
    if (isNews) this.keptMs = this.firstKeptMs;
    this.emit('ledger', { index, hash, closeTime, isNews });
  }
}
