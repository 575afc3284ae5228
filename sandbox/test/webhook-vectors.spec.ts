import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signPersonaWebhook } from '../src/persona/webhook.js';
import { signSumsubRequest, signSumsubWebhook } from '../src/sumsub/signatures.js';
import { signXamanWebhook } from '../src/xaman/webhook.js';

const vectors = JSON.parse(readFileSync(new URL('./data/webhook-vectors.json', import.meta.url), 'utf8'));

describe('signatures come out as the providers document them', () => {
  it.each<any>(vectors.persona_webhooks)('Persona: $name', ({ raw_body, header, secrets }) => {
    const seconds = Number(/t=(\d+)/.exec(header['Persona-Signature'])![1]);
    expect(signPersonaWebhook(secrets[0], seconds, raw_body)).toBe(header['Persona-Signature']);
  });

  it.each<any>(vectors.sumsub_webhooks)('Sumsub: $name', ({ raw_body, header, secret }) => {
    const algorithm = header['x-payload-digest-alg'] === 'HMAC_SHA512_HEX' ? 'sha512' : 'sha256';
    expect(signSumsubWebhook(secret, raw_body, algorithm)).toBe(header['x-payload-digest']);
  });

  it.each<any>(vectors.sumsub_requests)(
    'Sumsub call: $method $path',
    ({ method, path, body, ts, secret, x_app_access_sig }) => {
      expect(signSumsubRequest(secret, String(ts), method, path, body)).toBe(x_app_access_sig);
    },
  );

  it('Xaman: the key is the secret without its first hyphen only', () => {
    const expected = createHmac('sha1', 'ab-c').update('1700000000{}').digest('hex');
    expect(signXamanWebhook('a-b-c', '1700000000', '{}')).toBe(expected);
  });
});
