import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { outcomeOf } from './webhook.js';
import { isExpired, type Payload } from './payload.js';
import type { PayloadEvent, PayloadStore } from './payload-store.js';
import { secondsLeft } from './payload-view.js';

const COUNTDOWN_MS = 15_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The WebSocket at `/xaman/sign/{uuid}`: what happens to one sign request, as it happens. */
export class StatusFeed {
  private readonly server = new WebSocketServer({ noServer: true });
  private readonly listeners = new Map<string, Set<WebSocket>>();
  private readonly stop: () => void;

  constructor(private readonly payloads: PayloadStore) {
    this.stop = payloads.follow((payload, event) => this.tell(payload, event));
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, uuid: string): void {
    this.server.handleUpgrade(request, socket, head, (feed) => this.welcome(feed, uuid));
  }

  disconnectAll(): void {
    this.server.clients.forEach((feed) => feed.terminate());
  }

  close(): void {
    this.stop();
    this.disconnectAll();
  }

  private welcome(feed: WebSocket, uuid: string): void {
    let payload: Payload;
    try {
      payload = this.payloads.find(uuid);
    } catch {
      send(feed, { message: `Payload ${uuid} not found` });
      return feed.close();
    }
    const feeds = this.listeners.get(payload.uuid) ?? new Set();
    this.listeners.set(payload.uuid, feeds.add(feed));
    send(feed, { message: `Welcome ${payload.uuid}` });
    const expired = isExpired(payload, Date.now());
    send(feed, expired ? { expired: true } : { expires_in_seconds: secondsLeft(payload) });
    const countdown = setInterval(
      () => send(feed, { expires_in_seconds: secondsLeft(this.payloads.find(uuid)) }),
      COUNTDOWN_MS,
    );
    const untilExpiry = Math.min(payload.expiresAt - Date.now(), LONGEST_TIMER_MS);
    const expiry = expired ? undefined : setTimeout(() => this.timeIsOver(feed, uuid), untilExpiry);
    feed.on('message', () => send(feed, { message: 'Right back at you!' }));
    feed.on('error', () => feed.terminate());
    feed.on('close', () => {
      clearInterval(countdown);
      clearTimeout(expiry);
      feeds.delete(feed);
      if (feeds.size === 0) this.listeners.delete(payload.uuid);
    });
  }

  /** A payload whose time was ended by hand has been announced already. */
  private timeIsOver(feed: WebSocket, uuid: string): void {
    const payload = this.payloads.find(uuid);
    const endedByHand = payload.expiresAt < payload.createdAt + payload.options.expire * 60_000;
    if (payload.resolvedAt === null && !endedByHand) send(feed, { expired: true });
  }

  private tell(payload: Payload, event: PayloadEvent): void {
    const message = messageFor(payload, event);
    if (message) this.listeners.get(payload.uuid)?.forEach((feed) => send(feed, message));
  }
}

function messageFor(payload: Payload, event: PayloadEvent): object | undefined {
  switch (event) {
    case 'opened':
    case 'devapp_fetched':
    case 'pre_signed':
    case 'dispatched':
    case 'expired':
      return { [event]: true };
    case 'cancelled':
      return { expired: true };
    case 'resolved': {
      const deeplink = { opened_by_deeplink: payload.pushedTo === null, custom_meta: payload.customMeta };
      return { ...outcomeOf(payload), ...deeplink };
    }
    case 'created':
      return undefined;
  }
}

function send(feed: WebSocket, message: object): void {
  if (feed.readyState === feed.OPEN) feed.send(JSON.stringify(message));
}
