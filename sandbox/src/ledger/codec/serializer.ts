import { encode, encodeForSigning, DEFAULT_DEFINITIONS } from 'ripple-binary-codec';

type Json = Readonly<Record<string, unknown>>;

/** The canonical binary form of ledger entries, metadata and transactions; `signing`: what a signature covers. */
export function serialize(object: Json, signing = false): Buffer {
  return Buffer.from(signing ? encodeForSigning(object as never).slice(8) : encode(object as never), 'hex');
}

/** Whether a key of a transaction or an entry is a field that holds an account. */
export function holdsAccount(name: string): boolean {
  const field = DEFAULT_DEFINITIONS.field.fromString(name);
  // Not every key is a field: `hash`, `index`.
  return field?.isSerialized === true && field.type.name === 'AccountID';
}
