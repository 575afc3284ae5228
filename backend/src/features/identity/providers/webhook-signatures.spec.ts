import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { signSumsubCall } from './sumsub.js';
import { isPersonaWebhook, isSumsubWebhook } from './webhook-signatures.js';

/** Computed from the providers' documentation; where `valid` is null, the program's own policy decides. */
const vectors = JSON.parse(readFileSync(path.resolve('sandbox/test/data/webhook-vectors.json'), 'utf8'));
const POLICY: Record<string, boolean> = { 'upper-case hex': true, 'ok HMAC_SHA1_HEX': false };

describe('Webhooks verified over the raw body in constant time with the time window', () => {
  it.each<any>(vectors.persona_webhooks)('Persona: $name', ({ name, raw_body, header, secrets, now, valid }) => {
    const given = { secrets, header: header['Persona-Signature'], rawBody: Buffer.from(raw_body) };
    expect(isPersonaWebhook({ ...given, now: new Date(now * 1000) })).toBe(valid ?? POLICY[name]);
  });

  it.each<any>(vectors.sumsub_webhooks)('Sumsub: $name', ({ name, raw_body, header, secret, valid }) => {
    const given = { digest: header['x-payload-digest'], algorithm: header['x-payload-digest-alg'] };
    expect(isSumsubWebhook({ ...given, secrets: [secret], rawBody: Buffer.from(raw_body) })).toBe(
      valid ?? POLICY[name],
    );
  });

  it('a header that is missing, or an algorithm by the name of an object’s own, is refused', () => {
    const rawBody = Buffer.from('{}');
    expect(isPersonaWebhook({ secrets: ['x'], header: undefined, rawBody, now: new Date() })).toBe(false);
    for (const algorithm of [undefined, 'constructor', '__proto__'])
      expect(isSumsubWebhook({ secrets: ['x'], digest: 'aa', algorithm, rawBody })).toBe(false);
  });

  it('signs calls to Sumsub as documented, the encoded path included', () => {
    for (const { method, path: at, body, ts, secret, x_app_access_sig } of vectors.sumsub_requests)
      expect(signSumsubCall(secret, String(ts), method, at, body)).toBe(x_app_access_sig);
  });
});
