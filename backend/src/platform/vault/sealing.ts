import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * AES-256-GCM with a random 96-bit nonce: nonce ‖ tag ‖ ciphertext. The context is authenticated too and must be given
 * again to decrypt.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Thrown if an encrypted item was changed, moved to another context, or encrypted with another key. */
export class Unsealable extends Error {
  constructor() {
    super('The sealed item does not open with this key in this context');
    this.name = 'Unsealable';
  }
}

export function seal(key: Uint8Array, plaintext: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context, 'utf8'));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @throws Unsealable */
export function unseal(key: Uint8Array, sealed: Buffer, context: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new Unsealable();
  }
}
