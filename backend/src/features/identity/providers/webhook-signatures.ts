import { createHmac, timingSafeEqual } from 'node:crypto';

/** Deliveries further from the current time than this are refused; the reconciler asks anyway. */
const TOLERANCE_SECONDS = 300;
/** SHA-1, which Sumsub still offers, is not accepted. */
const ALGORITHMS: Readonly<Record<string, string>> = { HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' };

/**
 * `Persona-Signature: t=<unix seconds>,v1=<hex>`, two such sets while a secret is rotated; v1 = HMAC-SHA256 over
 * `t.body`. Hexadecimal digits may be upper case.
 */
export function isPersonaWebhook(input: {
  secrets: readonly string[];
  header: string | undefined;
  rawBody: Buffer;
  now: Date;
}): boolean {
  const sets = (input.header ?? '').split(' ').slice(0, 4);
  return sets.some((set) => {
    const [, seconds, digest] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(set) ?? [];
    if (!seconds || !digest || Math.abs(input.now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false;
    return input.secrets.some((secret) =>
      isSame(createHmac('sha256', secret).update(`${seconds}.`).update(input.rawBody).digest(), digest),
    );
  });
}

/**
 * `x-payload-digest` over the raw body, with an algorithm of the list. It signs no time, but a replay only triggers a
 * query.
 */
export function isSumsubWebhook(input: {
  secrets: readonly string[];
  digest: string | undefined;
  algorithm: string | undefined;
  rawBody: Buffer;
}): boolean {
  const { algorithm: named = '', digest = '' } = input;
  const algorithm = Object.hasOwn(ALGORITHMS, named) ? ALGORITHMS[named] : undefined;
  if (!algorithm || !/^[0-9a-f]+$/i.test(digest)) return false;
  return input.secrets.some((secret) => isSame(createHmac(algorithm, secret).update(input.rawBody).digest(), digest));
}

/** Compares in constant time; digests of different lengths differ. */
function isSame(expected: Buffer, hex: string): boolean {
  const given = Buffer.from(hex, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
