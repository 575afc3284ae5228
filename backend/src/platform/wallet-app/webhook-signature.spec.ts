import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { isXamanWebhook } from './webhook-signature.js';

const secret = '01234567-89ab-4cde-8f01-23456789abcd';
const now = new Date('2026-11-21T10:00:00Z');
const timestamp = String(now.getTime() / 1000);
const rawBody = Buffer.from('{"meta":{"payload_uuidv4":"x"}}');
const sign = (key: string, time = timestamp) => createHmac('sha1', key).update(time).update(rawBody).digest('hex');
// The key is the secret without its first hyphen, and only that one.
const signature = sign('0123456789ab-4cde-8f01-23456789abcd');
const given = { secret, timestamp, signature, rawBody, now };

describe('a webhook of Xaman', () => {
  it('is taken with the right signature over timestamp and raw body', () => expect(isXamanWebhook(given)).toBe(true));
  it.each([
    ['another body', { rawBody: Buffer.from('{}') }],
    ['another timestamp', { timestamp: String(Number(timestamp) + 1) }],
    ['a signature with the whole secret', { signature: sign(secret) }],
    ['a short signature', { signature: signature.slice(0, 10) }],
    ['no signature', { signature: undefined }],
    ['no timestamp', { timestamp: undefined }],
    ['a timestamp that is no number', { timestamp: 'now' }],
    ['a delivery of ten minutes ago', { now: new Date(now.getTime() + 600_000) }],
  ])('is refused with %s', (_, change) => expect(isXamanWebhook({ ...given, ...change })).toBe(false));
});
