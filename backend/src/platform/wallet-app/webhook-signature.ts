import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A delivery older or newer than this is refused; Xaman retries for about 23 minutes, each time with a fresh timestamp.
 */
const TOLERANCE_SECONDS = 300;

/**
 * Xaman's webhook signature: hex HMAC-SHA1 over timestamp and raw body, keyed by the API secret without its first
 * hyphen (XRPL-Labs Developer-Help-Center, "signature verification"; XummAPI-Webhook-Proxy send.mjs).
 */
export function isXamanWebhook(input: {
  secret: string;
  timestamp: string | undefined;
  signature: string | undefined;
  rawBody: Buffer;
  now: Date;
}): boolean {
  const { secret, timestamp, signature, rawBody, now } = input;
  if (!timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha1', secret.replace('-', '')).update(timestamp).update(rawBody).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
