import { createHmac } from 'node:crypto';
import type { WebhookProvider } from '../webhooks/webhook-sender.js';

/** The value of `Persona-Signature`: HMAC-SHA256 over the time and the bytes of the body. */
export function signPersonaWebhook(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Persona signs each attempt again. */
export function personaWebhooks(url: string, secret: string, waitsMs: number[]): WebhookProvider {
  return {
    party: 'persona',
    url,
    waitsMs,
    timeoutMs: 5000,
    takes: (status) => status >= 200 && status < 300,
    headers: ({ body }) => ({ 'persona-signature': signPersonaWebhook(secret, Math.floor(Date.now() / 1000), body) }),
  };
}
