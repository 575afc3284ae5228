import { createHmac } from 'node:crypto';
import type { WebhookProvider } from '../webhooks/webhook-sender.js';
import type { XamanApplication } from './application.js';
import type { Payload } from './payload.js';
import type { UserToken } from './user-tokens.js';

/**
 * Hex HMAC-SHA1 over timestamp and body; its key is the API secret without its first hyphen only, as the real sender
 * has it.
 */
export function signXamanWebhook(secret: string, timestamp: string, body: string): string {
  return createHmac('sha1', secret.replace('-', ''))
    .update(timestamp + body)
    .digest('hex');
}

/** How Xaman delivers: 15 seconds, and nothing but 200, 201 or 204 counts. */
export function xamanWebhooks(application: XamanApplication, waitsMs: number[]): WebhookProvider {
  return {
    party: 'xaman',
    url: application.webhookUrl ?? '',
    waitsMs,
    timeoutMs: 15_000,
    takes: (status) => [200, 201, 204].includes(status),
    headers: ({ subject, body, attempt }) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      return {
        'user-agent': 'xumm-webhook',
        'x-xumm-attempt': String(attempt),
        'x-xumm-payload': subject,
        'x-xumm-request-timestamp': timestamp,
        'x-xumm-request-signature': signXamanWebhook(application.apiSecret, timestamp, body),
      };
    },
  };
}

/** The last message of the status feed, which is also the core of the webhook. */
export function outcomeOf(payload: Payload) {
  const fill = (url: string | null) =>
    url &&
    url
      .replaceAll('{id}', payload.uuid)
      .replaceAll('{cid}', payload.customMeta.identifier ?? '')
      .replaceAll('{txid}', payload.response?.txid ?? '')
      .replaceAll('{txblob}', payload.response?.hex ?? '');
  return {
    payload_uuidv4: payload.uuid,
    reference_call_uuidv4: payload.callUuid,
    signed: payload.signed,
    user_token: payload.signed,
    return_url: { app: fill(payload.options.return_url.app), web: fill(payload.options.return_url.web) },
    txid: payload.response?.txid ?? '',
  };
}

export function webhookBody(payload: Payload, application: XamanApplication, token: UserToken | undefined) {
  return {
    meta: {
      url: application.webhookUrl,
      application_uuidv4: application.view.uuidv4,
      payload_uuidv4: payload.uuid,
      opened_by_deeplink: payload.pushedTo === null,
    },
    custom_meta: payload.customMeta,
    payloadResponse: outcomeOf(payload),
    userToken: token
      ? { user_token: token.user_token, token_issued: token.token_issued, token_expiration: token.token_expiration }
      : null,
  };
}
