import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import { DurableMap } from '../shared/durable-map.js';
import { ApiError, CODE } from './api-error.js';
import { isExpired, isOpenToSign, type Payload, type PayloadResponse } from './payload.js';

/** Changes of a payload, named as in the status feed. */
export type PayloadEvent =
  'created' | 'opened' | 'devapp_fetched' | 'pre_signed' | 'dispatched' | 'expired' | 'cancelled' | 'resolved';

/** The sign requests, on disk; every change is announced. */
export class PayloadStore {
  private readonly byIdentifier = new Map<string, string>();
  private readonly unanswered = new Set<string>();
  private readonly events = new EventEmitter().setMaxListeners(0);
  private readonly afterResolving: ((payload: Payload) => Promise<unknown>)[] = [];

  private constructor(private readonly payloads: DurableMap<Payload>) {
    for (const { uuid, customMeta } of payloads.values()) {
      this.unanswered.add(uuid);
      if (customMeta.identifier) this.byIdentifier.set(customMeta.identifier, uuid);
    }
  }

  static async open(file?: string): Promise<PayloadStore> {
    return new PayloadStore(await DurableMap.open<Payload>(file));
  }

  all(): Payload[] {
    return this.payloads.values();
  }

  /** Payloads that a wallet can still sign or decline, oldest first. */
  open(): Payload[] {
    const now = Date.now();
    const open: Payload[] = [];
    for (const uuid of this.unanswered) {
      const payload = this.payloads.get(uuid)!;
      // A resolved or expired payload never changes again.
      if (isOpenToSign(payload, now)) open.push(payload);
      else this.unanswered.delete(uuid);
    }
    return open;
  }

  find(uuid: string): Payload {
    const payload = this.payloads.get(uuid.toLowerCase());
    if (!payload) throw new ApiError(CODE.notFound, 'Payload not found');
    return payload;
  }

  findByIdentifier(identifier: string): Payload {
    return this.find(this.byIdentifier.get(identifier) ?? '');
  }

  /** Listens to every payload; returns what ends the listening. */
  follow(listener: (payload: Payload, event: PayloadEvent) => void): () => void {
    this.events.on('event', listener);
    return () => this.events.off('event', listener);
  }

  /** Work that must have started before the answer to a sign request is confirmed. */
  whenResolved(act: (payload: Payload) => Promise<unknown>): void {
    this.afterResolving.push(act);
  }

  async create(
    wish: Pick<Payload, 'application' | 'txjson' | 'origin' | 'options' | 'customMeta' | 'pushedTo'>,
  ): Promise<Payload> {
    const { identifier } = wish.customMeta;
    if (identifier && this.byIdentifier.has(identifier)) throw new ApiError(CODE.identifierTaken, 'Identifier taken');
    const createdAt = Date.now();
    const payload: Payload = {
      ...wish,
      uuid: randomUUID(),
      callUuid: randomUUID(),
      createdAt,
      expiresAt: createdAt + wish.options.expire * 60_000,
      fetched: false,
      opened: false,
      cancelled: false,
      resolvedAt: null,
      signed: false,
      resolvedBy: null,
      response: null,
    };
    if (identifier) this.byIdentifier.set(identifier, payload.uuid);
    this.unanswered.add(payload.uuid);
    await this.change(payload, {}, 'created');
    return payload;
  }

  /** Marks that the wallet app opened it; the status feed announces the first time. */
  async fetched(payload: Payload): Promise<void> {
    if (!payload.fetched) await this.change(payload, { fetched: true }, 'devapp_fetched');
  }

  async opened(payload: Payload): Promise<void> {
    if (!payload.opened) await this.change(payload, { opened: true }, 'opened');
  }

  /** Expires the payload if its time is over. */
  async expire(payload: Payload): Promise<void> {
    const now = Date.now();
    if (!isExpired(payload, now)) await this.change(payload, { expiresAt: now }, 'expired');
  }

  async cancel(payload: Payload): Promise<void> {
    await this.change(payload, { cancelled: true, expiresAt: Date.now() }, 'cancelled');
  }

  /** Announces the approval, before the signature is submitted. */
  preSigned(payload: Payload): void {
    this.events.emit('event', payload, 'pre_signed');
  }

  async sign(payload: Payload, response: PayloadResponse): Promise<Payload> {
    return this.change(
      payload,
      { resolvedAt: Date.now(), signed: true, resolvedBy: response.account, response },
      'resolved',
    );
  }

  async reject(payload: Payload, account: string): Promise<Payload> {
    return this.change(payload, { resolvedAt: Date.now(), resolvedBy: account }, 'resolved');
  }

  async dispatched(
    payload: Payload,
    to: Pick<PayloadResponse, 'dispatched_to' | 'dispatched_nodetype' | 'dispatched_result'>,
  ): Promise<void> {
    await this.change(payload, { response: { ...this.find(payload.uuid).response!, ...to } }, 'dispatched');
  }

  close(): Promise<void> {
    return this.payloads.close();
  }

  /** Announced only after it is written to disk. */
  private async change(payload: Payload, changes: Partial<Payload>, event: PayloadEvent): Promise<Payload> {
    const next = { ...(this.payloads.get(payload.uuid) ?? payload), ...changes };
    await this.payloads.set(next.uuid, next);
    this.events.emit('event', next, event);
    if (event === 'resolved') await Promise.all(this.afterResolving.map((act) => act(next)));
    return next;
  }
}
