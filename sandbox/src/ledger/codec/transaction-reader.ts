import { decode } from 'ripple-binary-codec';
import type { SequenceProxy, Transaction, TransactionJson } from '../engine/transaction.js';
import { formatNumber, parseNumber } from '../state/token-number.js';
import { PREFIX, sha512Half, toHex } from './hash.js';
import { serialize } from './serializer.js';

/** Thrown where bytes are no transaction; the text goes into `error_exception`. */
export class UnreadableTransaction extends Error {}

/** rippled refuses blobs shorter and longer than these (STTx.cpp: txMinSizeBytes, txMaxSizeBytes). */
const MIN_BYTES = 32;
const MAX_BYTES = 1024 * 1024;

/** Reads a signed transaction from its binary form. */
export function readTransaction(hex: string): Transaction {
  const size = hex.length / 2;
  if (size < MIN_BYTES || size > MAX_BYTES) throw new UnreadableTransaction('Transaction length invalid');
  let json: TransactionJson;
  try {
    json = asTheLedgerSpells(decode(hex)) as TransactionJson;
  } catch (error) {
    throw new UnreadableTransaction((error as Error).message);
  }
  for (const field of ['TransactionType', 'Account', 'Fee', 'Sequence', 'SigningPubKey'])
    if (json[field] === undefined) throw new UnreadableTransaction(`Field '${field}' is required but missing.`);
  const transaction = transactionFrom(json);
  // The library takes the last of two fields of one name, and what it writes is shorter by the other.
  if (transaction.blob.length !== hex.length) throw new UnreadableTransaction('Duplicate field detected');
  return transaction;
}

/** The same for a transaction already in JSON form. */
export function transactionFrom(json: TransactionJson): Transaction {
  const blob = serialize(json);
  return {
    id: toHex(sha512Half(PREFIX.transactionId, blob)),
    blob: toHex(blob),
    json,
    account: json.Account,
    fee: BigInt(json.Fee),
    flags: json.Flags ?? 0,
    sequence: sequenceOf(json),
    lastLedger: json.LastLedgerSequence,
  };
}

/** A ticket counts only where Sequence is 0 (rippled: STTx::getSeqProxy). */
function sequenceOf(json: TransactionJson): SequenceProxy {
  if (json.Sequence === 0 && json.TicketSequence !== undefined) return { ticket: true, value: json.TicketSequence };
  return { ticket: false, value: json.Sequence };
}

const ZERO_HASH_128 = '0'.repeat(32);

/**
 * What the library spells otherwise than rippled: large and small token amounts, which the ledger writes with an
 * exponent, and a 128-bit hash of zeros, for which it says nothing.
 */
function asTheLedgerSpells(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTheLedgerSpells);
  if (value === null || typeof value !== 'object') return value;
  const object = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const key in object) out[key] = asTheLedgerSpells(object[key]);
  if (typeof out['value'] === 'string' && 'issuer' in out) out['value'] = formatNumber(parseNumber(out['value']));
  if (out['EmailHash'] === '') out['EmailHash'] = ZERO_HASH_128;
  return out;
}
