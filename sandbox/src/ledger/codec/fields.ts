import { DEFAULT_DEFINITIONS } from 'ripple-binary-codec';

/** One serialised field: its place in the canonical order and how its value is written. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly ordinal: number;
  readonly header: Buffer;
  readonly isSigning: boolean;
}

/** What the bytes between the steps of payment paths say: what a step names, that a path ends, that all do. */
export const PATH = { account: 0x01, currency: 0x10, issuer: 0x20, next: 0xff, end: 0x00 } as const;

const fields = new Map<string, Field | null>();

/**
 * The definition of `name` (or of an ordinal, spelt out), or null for a key that is no serialised field (`hash`,
 * `index`, …).
 */
export function fieldNamed(name: string): Field | null {
  let field = fields.get(name);
  if (field === undefined) {
    const found = (DEFAULT_DEFINITIONS.field.fromString as (name: string) => FieldInstance | undefined)(name);
    field = found?.isSerialized
      ? {
          name: found.name,
          type: found.type.name,
          ordinal: found.ordinal,
          header: Buffer.from(found.header),
          isSigning: found.isSigningField,
        }
      : null;
    fields.set(name, field);
  }
  return field;
}

/** The field of a type's number and its own, or null where there is none. */
export function fieldAt(type: number, nth: number): Field | null {
  return fieldNamed(`${(type << 16) | nth}`);
}

type FieldInstance = NonNullable<ReturnType<typeof DEFAULT_DEFINITIONS.field.fromString>>;

const typeNames = new Map<number, string>();

export function transactionTypeName(code: number): string {
  let name = typeNames.get(code);
  if (name === undefined) {
    name = DEFAULT_DEFINITIONS.transactionType.from(String(code) as never)?.name;
    if (name === undefined) throw new Error(`unknown transaction type ${code}`);
    typeNames.set(code, name);
  }
  return name;
}

/** The number behind a name in one of the definition's enumerations. */
export const transactionTypeCode = (name: string): number =>
  ordinalOf(DEFAULT_DEFINITIONS.transactionType.from(name), name);
export const entryTypeCode = (name: string): number => ordinalOf(DEFAULT_DEFINITIONS.ledgerEntryType.from(name), name);

function ordinalOf(value: { ordinal: number } | undefined, name: string): number {
  if (!value) throw new Error(`unknown name in the definitions: ${name}`);
  return value.ordinal;
}
