import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookProvider } from '../webhooks/webhook-sender.js';

/** How far a caller's clock may be off. */
const CLOCK_SECONDS = 60;

/** `X-App-Access-Sig`: lower-case hex HMAC-SHA256 over time, method, path with query, and the bytes of the body. */
export function signSumsubRequest(
  secret: string,
  seconds: string,
  method: string,
  path: string,
  body: Buffer | string,
): string {
  return createHmac('sha256', secret)
    .update(seconds + method + path)
    .update(body)
    .digest('hex');
}

/** Checks a call's signature; the path may be signed with or without the prefix under which the sandbox serves it. */
export function verifySumsubRequest(
  secret: string,
  given: { seconds?: string; signature?: string },
  method: string,
  paths: string[],
  body: Buffer,
): boolean {
  const { seconds = '', signature = '' } = given;
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= CLOCK_SECONDS)) return false;
  return paths.some((path) => {
    const expected = Buffer.from(signSumsubRequest(secret, seconds, method, path, body));
    return expected.length === signature.length && timingSafeEqual(expected, Buffer.from(signature));
  });
}

/** `x-payload-digest` over the bytes of a webhook. */
export const signSumsubWebhook = (
  secret: string,
  body: string,
  algorithm: 'sha256' | 'sha512' | 'sha1' = 'sha256',
): string => createHmac(algorithm, secret).update(body).digest('hex');

export function sumsubWebhooks(url: string, secret: string, waitsMs: number[]): WebhookProvider {
  return {
    party: 'sumsub',
    url,
    waitsMs,
    timeoutMs: 5000,
    takes: (status) => status >= 200 && status < 300,
    headers: ({ body }) => ({
      'x-payload-digest': signSumsubWebhook(secret, body),
      'x-payload-digest-alg': 'HMAC_SHA256_HEX',
    }),
  };
}
