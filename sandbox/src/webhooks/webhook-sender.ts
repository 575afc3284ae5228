import { randomUUID } from 'node:crypto';
import type { Party } from '../faults/fault.js';
import type { FaultRegistry } from '../faults/fault-registry.js';
import type { DurableMap } from '../shared/durable-map.js';

/** A webhook being delivered. It stays on disk until it is accepted, given up, or lost because of a fault. */
export interface Delivery {
  id: string;
  party: Party;
  /** What it reports: an event's name or a payload's id. */
  subject: string;
  body: string;
  attempt: number;
  nextAt: number;
}

/** How one provider sends. */
export interface WebhookProvider {
  party: Party;
  url: string;
  waitsMs: number[];
  timeoutMs: number;
  takes(status: number): boolean;
  /** Computed for each attempt, because some sign the time. */
  headers(delivery: Delivery): Record<string, string>;
}

/** How long a webhook that is to be overtaken waits for another one. */
const OVERTAKEN_AFTER_MS = 3000;

/** Delivers a provider's webhooks, retries like the provider, and continues after a restart. */
export class WebhookSender {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private heldBack: Delivery | undefined;
  private closed = false;

  constructor(
    private readonly provider: WebhookProvider,
    private readonly deliveries: DurableMap<Delivery>,
    private readonly faults: FaultRegistry,
  ) {
    for (const delivery of deliveries.values())
      if (delivery.party === provider.party) this.schedule(delivery, delivery.nextAt - Date.now());
  }

  /** Resolves once the delivery is on disk; it is sent in the background. */
  async send(subject: string, body: object): Promise<void> {
    const fault = this.faults.judgeWebhook(this.provider.party, `WEBHOOK ${subject}`);
    if (fault === 'lose-webhook') return;
    const first = await this.accept(subject, body);
    if (fault === 'duplicate-webhook') this.schedule(await this.accept(subject, body), 0);
    if (fault === 'reorder-webhooks' && !this.heldBack) {
      this.heldBack = first;
      this.schedule(first, OVERTAKEN_AFTER_MS);
    } else {
      this.schedule(first, 0);
    }
  }

  /** Stops trying; what is under way stays on disk for the next start. */
  close(): void {
    this.closed = true;
    this.timers.forEach((timer) => clearTimeout(timer));
  }

  private async accept(subject: string, body: object): Promise<Delivery> {
    const delivery = {
      id: randomUUID(),
      party: this.provider.party,
      subject,
      body: JSON.stringify(body),
      attempt: 1,
      nextAt: Date.now(),
    };
    await this.deliveries.set(delivery.id, delivery);
    return delivery;
  }

  private schedule(delivery: Delivery, inMs: number): void {
    if (this.closed) return;
    clearTimeout(this.timers.get(delivery.id));
    this.timers.set(
      delivery.id,
      setTimeout(() => void this.attempt(delivery), Math.max(0, inMs)),
    );
  }

  private async attempt(delivery: Delivery): Promise<void> {
    this.timers.delete(delivery.id);
    if (this.heldBack?.id === delivery.id) this.heldBack = undefined;
    const taken = await this.post(delivery);
    if (this.closed) return;
    const wait = this.provider.waitsMs[delivery.attempt - 1];
    if (taken || wait === undefined) {
      await this.deliveries.delete(delivery.id);
    } else {
      const next = { ...delivery, attempt: delivery.attempt + 1, nextAt: Date.now() + wait };
      await this.deliveries.set(next.id, next);
      this.schedule(next, wait);
    }
    if (this.heldBack) this.schedule(this.heldBack, 0);
  }

  private async post(delivery: Delivery): Promise<boolean> {
    try {
      const response = await fetch(this.provider.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.provider.headers(delivery) },
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.provider.timeoutMs),
      });
      await response.arrayBuffer();
      return this.provider.takes(response.status);
    } catch {
      return false;
    }
  }
}
