import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * Signature checks with node:crypto, five to twenty times faster than the JavaScript curves behind ripple-keypairs and
 * off the main thread. A test compares the two, also with malleable and malformed signatures.
 */
const SPKI = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  secp256k1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
};
const HALF_ORDER = BigInt('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0');

// Turning 33 bytes into a key object costs as much as a signature check, and the same accounts sign again and again.
const LIMIT = 20_000;
const keys = new Map<string, KeyObject | null>();

export type KeyType = keyof typeof SPKI;

/** The type of a public key, or undefined if it is not one (rippled: publicKeyType). */
export function keyType(publicKey: string): KeyType | undefined {
  if (publicKey.length !== 66) return undefined;
  if (publicKey.startsWith('ED')) return 'ed25519';
  return publicKey.startsWith('02') || publicKey.startsWith('03') ? 'secp256k1' : undefined;
}

function keyObject(publicKey: string, type: KeyType): KeyObject | null {
  let key = keys.get(publicKey);
  if (key === undefined) {
    const point = Buffer.from(type === 'ed25519' ? publicKey.slice(2) : publicKey, 'hex');
    try {
      key = createPublicKey({ key: Buffer.concat([SPKI[type], point]), format: 'der', type: 'spki' });
    } catch {
      key = null; // not a point of the curve
    }
    if (keys.size >= LIMIT) keys.clear();
    keys.set(publicKey, key);
  }
  return key;
}

/** Whether `signature` by `publicKey` over `message` is valid and canonical. */
export function verifySignature(message: Buffer, signature: string, publicKey: string): Promise<boolean> {
  const type = keyType(publicKey);
  const key = type && keyObject(publicKey, type);
  const bytes = Buffer.from(signature, 'hex');
  if (!key || (type === 'secp256k1' && !isCanonicalEcdsa(bytes))) return Promise.resolve(false);
  // ECDSA takes the leftmost 256 bits of the digest: SHA-512 here is the ledger's SHA-512 half.
  const algorithm = type === 'secp256k1' ? 'sha512' : null;
  return new Promise((resolve) => verify(algorithm, message, key, bytes, (error, valid) => resolve(!error && valid)));
}

/**
 * Strict DER with the smaller of the two possible S, so that a signature is not malleable (rippled: ecdsaCanonicality).
 */
function isCanonicalEcdsa(der: Buffer): boolean {
  if (der.length < 8 || der.length > 72 || der[0] !== 0x30 || der[1] !== der.length - 2) return false;
  const r = derInteger(der, 2);
  const s = r && derInteger(der, r.end);
  return !!s && s.end === der.length && BigInt(`0x${s.digits}`) <= HALF_ORDER;
}

function derInteger(der: Buffer, at: number): { digits: string; end: number } | undefined {
  const length = der[at + 1];
  const end = at + 2 + (length ?? 0);
  if (der[at] !== 0x02 || !length || length > 33 || end > der.length) return undefined;
  const first = der[at + 2]!;
  if (first & 0x80) return undefined; // negative
  if (first === 0 && (length === 1 || !(der[at + 3]! & 0x80))) return undefined; // zero, or padded without need
  return { digits: der.toString('hex', at + 2, end), end };
}
