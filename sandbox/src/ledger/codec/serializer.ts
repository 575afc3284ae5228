import { encode as encodeAnything } from 'xrpl';
import { RESULTS, type ResultName } from '../engine/results.js';
import { parseNumber } from '../state/token-number.js';
import { accountId } from './account-id.js';
import { ByteWriter } from './byte-writer.js';
import { currencyBytes } from './currency.js';
import { entryTypeCode, type Field, fieldNamed, PATH, transactionTypeCode } from './fields.js';

/**
 * The canonical binary form of ledger entries, metadata and transactions, for hashing.
 * xrpl's own codec writes the same bytes but takes a millisecond for the metadata of one payment; a ledger of a
 * thousand payments would then take seconds to close. A test holds the two to each other. Rare field types go to xrpl's
 * codec.
 */
class NotWrittenHere extends Error {}

type Json = Readonly<Record<string, unknown>>;
const writer = new ByteWriter();

/** Serialises an object; `signing` leaves out the fields a signature does not cover. */
export function serialize(object: Json, signing = false): Buffer {
  try {
    writeFields(object, signing);
    return writer.take();
  } catch (error) {
    writer.reset();
    if (!(error instanceof NotWrittenHere) || signing) throw error;
    return Buffer.from(encodeAnything(object as never), 'hex');
  }
}

function writeFields(object: Json, signing: boolean): void {
  const present: [Field, unknown][] = [];
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const field = fieldNamed(name);
    if (field && (!signing || field.isSigning)) present.push([field, value]);
  }
  present.sort((a, b) => a[0].ordinal - b[0].ordinal);
  for (const [field, value] of present) {
    writer.bytes(field.header);
    writeValue(field, value);
  }
}

const OBJECT_END = 0xe1;
const ARRAY_END = 0xf1;

function writeValue(field: Field, value: unknown): void {
  switch (field.type) {
    case 'UInt8':
      return writer.byte(typeof value === 'string' ? RESULTS[value as ResultName].code : (value as number));
    case 'UInt16':
      return writer.uint16(typeof value === 'string' ? codeOf(field.name, value) : (value as number));
    case 'UInt32':
      return writer.uint32(Number(value));
    case 'UInt64':
      return writer.uint64(BigInt(`0x${String(value)}`));
    case 'Hash128':
    case 'Hash160':
    case 'Hash192':
    case 'Hash256':
      return writer.hex(value as string);
    case 'Currency':
      return writer.bytes(currencyBytes(value as string));
    case 'Blob':
      writer.lengthPrefix((value as string).length >> 1);
      return writer.hex(value as string);
    case 'AccountID':
      writer.lengthPrefix(20);
      return writer.bytes(accountId(value as string));
    case 'Amount':
      return writeAmount(value);
    case 'Vector256':
      writer.lengthPrefix((value as string[]).length * 32);
      return (value as string[]).forEach((hash) => writer.hex(hash));
    case 'PathSet':
      return writePaths(value as PathStep[][]);
    case 'STObject':
      writeFields(value as Json, false);
      return writer.byte(OBJECT_END);
    case 'STArray':
      for (const element of value as Json[]) writeElement(element);
      return writer.byte(ARRAY_END);
    default:
      throw new NotWrittenHere(field.type);
  }
}

const codeOf = (field: string, name: string): number =>
  field === 'LedgerEntryType' ? entryTypeCode(name) : transactionTypeCode(name);

function writeElement(element: Json): void {
  for (const name in element) {
    const field = fieldNamed(name);
    if (!field) throw new NotWrittenHere(name);
    writer.bytes(field.header);
    writeFields(element[name] as Json, false);
    writer.byte(OBJECT_END);
  }
}

interface PathStep {
  readonly account?: string;
  readonly currency?: string;
  readonly issuer?: string;
}

function writePaths(paths: readonly (readonly PathStep[])[]): void {
  for (const [i, path] of paths.entries()) {
    if (i > 0) writer.byte(PATH.next);
    for (const step of path) {
      const kinds = [step.account && PATH.account, step.currency && PATH.currency, step.issuer && PATH.issuer];
      writer.byte(kinds.reduce<number>((all, kind) => all | (kind || 0), 0));
      if (step.account) writer.bytes(accountId(step.account));
      if (step.currency) writer.bytes(currencyBytes(step.currency));
      if (step.issuer) writer.bytes(accountId(step.issuer));
    }
  }
  writer.byte(PATH.end);
}

const NOT_XRP = 1n << 63n;
const POSITIVE = 1n << 62n;

function writeAmount(value: unknown): void {
  if (typeof value === 'string') return writer.uint64(BigInt(value) | POSITIVE);
  const token = value as { currency?: string; issuer: string; value: string };
  if (token.currency === undefined) throw new NotWrittenHere('MPT amount');
  const n = parseNumber(token.value);
  if (n.mantissa === 0n) writer.uint64(NOT_XRP);
  else {
    const magnitude = n.mantissa < 0n ? -n.mantissa : n.mantissa;
    writer.uint64(NOT_XRP | (n.mantissa > 0n ? POSITIVE : 0n) | (BigInt(n.exponent + 97) << 54n) | magnitude);
  }
  writer.bytes(currencyBytes(token.currency));
  writer.bytes(accountId(token.issuer));
}
