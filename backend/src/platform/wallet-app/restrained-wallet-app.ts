import type { Clock } from '../clock/clock.js';
import { WalletAppUnavailable, type WalletAppPort } from './wallet-app-port.js';

/** How many calls must fail in a row before others are held back; a single rate-limited call is enough. */
const FAILURES_IN_A_ROW = 3;
const PAUSE_MS = { first: 1_000, longest: 15_000 };

/** How a rate limit is reported: by the wallet app's own code, or by the text of a proxy in front of it. */
const LIMITED = /\b429\b|too many|rate.?limit/i;
/** Codes of errors that concern one request only (a bad body, an unknown request): other calls continue. */
const ANSWERED = /\bcode (599|6\d\d|4(?!29)\d\d)\b/i;

/**
 * A circuit breaker: holds calls back while the wallet app refuses them or is unreachable. Each waiting payment would
 * otherwise call every second, and a hundred of them would use up the application's limits at Xaman (30 new sign
 * requests and 60 to 200 calls a minute: docs.xaman.dev, "Rate limits"). After each pause one call probes whether it
 * answers again. Xaman limits new requests and queries separately, so each has its own breaker.
 */
export class RestrainedWalletApp implements WalletAppPort {
  private readonly creating: Restraint;
  private readonly asking: Restraint;

  constructor(
    private readonly app: WalletAppPort,
    clock: Clock,
  ) {
    this.creating = new Restraint(clock);
    this.asking = new Restraint(clock);
  }

  request(request: Parameters<WalletAppPort['request']>[0]) {
    return this.creating.call(() => this.app.request(request));
  }

  findByIdentifier(identifier: string) {
    return this.asking.call(() => this.app.findByIdentifier(identifier));
  }

  outcome(payloadUuid: string) {
    return this.asking.call(() => this.app.outcome(payloadUuid));
  }

  /** Best effort: to know whether it was withdrawn, ask for the outcome. */
  withdraw(payloadUuid: string) {
    return this.asking.call(() => this.app.withdraw(payloadUuid)).catch(() => undefined);
  }
}

class Restraint {
  private failures = 0;
  private pauseMs = 0;
  private until = 0;
  private probing = false;
  /** Counts pauses: a call that was sent before a pause says nothing about its end. */
  private pauses = 0;

  constructor(private readonly clock: Clock) {}

  /** @throws WalletAppUnavailable without a call while calls are held back; otherwise errors of `work` */
  async call<T>(work: () => Promise<T>): Promise<T> {
    if (this.probing || this.now() < this.until) throw new WalletAppUnavailable('Xaman: held back after failures');
    const begun = this.pauses;
    this.probing = this.pauseMs > 0;
    try {
      const answer = await work();
      if (begun === this.pauses) this.answered();
      return answer;
    } catch (error) {
      if (begun === this.pauses) this.failed(String(error));
      throw error;
    }
  }

  private answered(): void {
    this.probing = false;
    this.failures = 0;
    this.pauseMs = 0;
  }

  private failed(why: string): void {
    if (ANSWERED.test(why)) return this.answered();
    this.failures++;
    const alone = LIMITED.test(why) || this.probing;
    if (!alone && this.failures < FAILURES_IN_A_ROW) return;
    this.probing = false;
    this.pauses++;
    this.pauseMs = Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.first, this.pauseMs * 2));
    this.until = this.now() + this.pauseMs;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
