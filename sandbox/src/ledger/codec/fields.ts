import { DEFAULT_DEFINITIONS } from 'ripple-binary-codec';

/** Whether a key of a transaction or an entry is a field that holds an account. */
export function holdsAccount(name: string): boolean {
  const field = DEFAULT_DEFINITIONS.field.fromString(name);
  // Not every key is a field: `hash`, `index`.
  return field?.isSerialized === true && field.type.name === 'AccountID';
}
