import { encode, encodeForSigning } from 'ripple-binary-codec';

type Json = Readonly<Record<string, unknown>>;

/** The canonical binary form of ledger entries, metadata and transactions; `signing`: what a signature covers. */
export function serialize(object: Json, signing = false): Buffer {
  return Buffer.from(signing ? encodeForSigning(object as never).slice(8) : encode(object as never), 'hex');
}
