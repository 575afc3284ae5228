import { formatNumber, normalize } from '../state/token-number.js';
import { ACCOUNT_ZERO, addressOf } from './account-id.js';
import { currencyCode } from './currency.js';
import { type Field, fieldAt, PATH, transactionTypeName } from './fields.js';

/**
 * Reads transactions from their binary form, as serializer.ts writes them and four times as fast as xrpl's codec, which
 * spends its time on the checksums of addresses. Token amounts come out in the ledger's own spelling.
 */

/** Thrown at field types that no transaction of this ledger has; xrpl's codec knows them. */
export class NotReadHere extends Error {}

type Json = Record<string, unknown>;

const OBJECT_END = 0xe1;
const ARRAY_END = 0xf1;

export function parse(bytes: Buffer): Json {
  return new Parser(bytes).fields(undefined);
}

class Parser {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** Fields up to the end marker, or to the end of all. */
  fields(end: number | undefined): Json {
    const object: Json = {};
    while (end === undefined ? this.at < this.bytes.length : this.bytes[this.at] !== end) {
      const field = this.header();
      if (field.name in object) throw new Error('Duplicate field detected');
      object[field.name] = this.value(field);
    }
    if (end !== undefined) this.at++;
    return object;
  }

  private take(n: number): Buffer {
    const end = this.at + n;
    if (end > this.bytes.length) throw new Error('Unexpected end of data');
    const part = this.bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }

  private hex(n: number): string {
    return this.take(n).toString('hex').toUpperCase();
  }

  private byte(): number {
    return this.take(1)[0]!;
  }

  /** One to three bytes: type and number of a field. */
  private header(): Field {
    const first = this.byte();
    const type = first >> 4 || this.byte();
    const nth = first & 15 || this.byte();
    const field = fieldAt(type, nth);
    if (!field) throw new NotReadHere(`field ${type}.${nth}`);
    return field;
  }

  private length(): number {
    const first = this.byte();
    if (first <= 192) return first;
    if (first <= 240) return 193 + ((first - 193) << 8) + this.byte();
    if (first <= 254) return 12481 + ((first - 241) << 16) + (this.byte() << 8) + this.byte();
    throw new Error('Invalid length');
  }

  private value(field: Field): unknown {
    switch (field.type) {
      case 'UInt8':
        return this.byte();
      case 'UInt16':
        return field.name === 'TransactionType'
          ? transactionTypeName(this.take(2).readUInt16BE())
          : this.take(2).readUInt16BE();
      case 'UInt32':
        return this.take(4).readUInt32BE();
      case 'Hash128':
        return this.hex(16);
      case 'Hash160':
        return this.hex(20);
      case 'Hash256':
        return this.hex(32);
      case 'Blob':
        return this.hex(this.length());
      case 'AccountID':
        return this.account(this.length());
      case 'Amount':
        return this.amount();
      case 'PathSet':
        return this.paths();
      case 'STObject':
        return this.fields(OBJECT_END);
      case 'STArray':
        return this.array();
      default:
        throw new NotReadHere(field.type);
    }
  }

  private account(length: number): string {
    if (length !== 20) throw new NotReadHere('account field of another length');
    return addressOf(this.take(20));
  }

  private array(): Json[] {
    const elements: Json[] = [];
    while (this.bytes[this.at] !== ARRAY_END) elements.push({ [this.header().name]: this.fields(OBJECT_END) });
    this.at++;
    return elements;
  }

  private paths(): Json[][] {
    const paths: Json[][] = [[]];
    for (let kind = this.byte(); kind !== PATH.end; kind = this.byte()) {
      if (kind === PATH.next) paths.push([]);
      else if (kind & ~(PATH.account | PATH.currency | PATH.issuer)) throw new NotReadHere('path step');
      else
        paths.at(-1)!.push({
          ...(kind & PATH.account && { account: addressOf(this.take(20)) }),
          ...(kind & PATH.currency && { currency: currencyCode(this.take(20)) }),
          ...(kind & PATH.issuer && { issuer: addressOf(this.take(20)) }),
        });
    }
    return paths;
  }

  private amount(): unknown {
    const word = this.take(8).readBigUInt64BE();
    const positive = (word & (1n << 62n)) !== 0n;
    if (!(word & (1n << 63n))) {
      if (word & (1n << 61n)) throw new NotReadHere('MPT amount');
      const drops = word & ((1n << 61n) - 1n);
      return (positive || drops === 0n ? drops : -drops).toString();
    }
    const magnitude = word & ((1n << 54n) - 1n);
    const exponent = Number((word >> 54n) & 0xffn) - 97;
    const mantissa = positive ? magnitude : -magnitude;
    if (magnitude !== 0n && normalize(mantissa, exponent).exponent !== exponent)
      throw new Error('Invalid currency value');
    const currency = currencyCode(this.take(20));
    const issuer = addressOf(this.take(20));
    if (currency === 'XRP' || issuer === ACCOUNT_ZERO) throw new Error('Invalid native currency');
    return { currency, issuer, value: magnitude === 0n ? '0' : formatNumber({ mantissa, exponent }) };
  }
}
