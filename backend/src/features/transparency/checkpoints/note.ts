/**
 * Signed notes (C2SP signed-note): a text, an empty line, and a line for each signature: "— name base64(key hash ‖
 * Ed25519 signature)". Pure.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** Ed25519's number among the signature types of signed-note. */
const ED25519 = Buffer.from([1]);
/** The PKCS #8 and SPKI prefixes before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const SEED_BYTES = 32;

export interface NoteSigner {
  /** The key's name in notes, without spaces and plus signs. */
  name: string;
  key: KeyObject;
  publicKey: Buffer;
}

/** @param seed 32 random bytes, the private key of RFC 8032 */
export function signerOf(name: string, seed: Uint8Array): NoteSigner {
  if (seed.length !== SEED_BYTES) throw new RangeError('An Ed25519 seed has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
  return { name, key, publicKey: Buffer.from(publicKey) };
}

const keyHash = (name: string, publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ED25519).update(publicKey).digest().subarray(0, 4);

/** The public key in the format of note verifiers: name+hash+base64. */
export const verifierKey = ({ name, publicKey }: Pick<NoteSigner, 'name' | 'publicKey'>): string =>
  `${name}+${keyHash(name, publicKey).toString('hex')}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`;

/** @param text ends with a newline and has no empty line */
export function signNote(text: string, signer: NoteSigner): string {
  if (!text.endsWith('\n') || text.includes('\n\n')) throw new RangeError('This text cannot be a note');
  const signature = sign(null, Buffer.from(text, 'utf8'), signer.key);
  const line = Buffer.concat([keyHash(signer.name, signer.publicKey), signature]).toString('base64');
  return `${text}\n— ${signer.name} ${line}\n`;
}

/** The text of a note, if this key has signed it; otherwise null. */
export function openNote(note: string, key: string): string | null {
  const end = note.indexOf('\n\n');
  const [name, hash, encoded] = key.split('+', 2).concat(key.split('+').slice(2).join('+'));
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (end < 0 || bytes.length !== SEED_BYTES + 1 || bytes[0] !== ED25519[0]) return null;
  const publicKey = bytes.subarray(1);
  if (keyHash(name!, publicKey).toString('hex') !== hash) return null;
  const text = note.slice(0, end + 1);
  const spki = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  const signed = note
    .slice(end + 2)
    .split('\n')
    .filter((line) => line.startsWith(`— ${name} `))
    .map((line) => Buffer.from(line.slice(`— ${name} `.length), 'base64'))
    .some(
      (bytes) =>
        bytes.subarray(0, 4).toString('hex') === hash && verify(null, Buffer.from(text), spki, bytes.subarray(4)),
    );
  return signed ? text : null;
}
