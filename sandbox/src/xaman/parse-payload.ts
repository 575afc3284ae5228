import { decode, encode, isValidClassicAddress } from 'xrpl';
import { ApiError, CODE } from './api-error.js';
import type { CustomMeta, Payload, PayloadOptions, TxJson } from './payload.js';
import { isSignIn, TRANSACTION_TYPES } from './transaction-types.js';

const DEFAULT_EXPIRE_MINUTES = 1440;
const IDENTIFIER_MAX = 40;
const BLOB_MAX = 1500;
const INSTRUCTION_MAX = 280;

type Parsed = Pick<Payload, 'txjson' | 'origin' | 'options' | 'customMeta'> & { userToken: string | null };

/** Reads the body of `POST payload`, or refuses it with the API's code. */
export function parsePayload(body: unknown): Parsed {
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0)
    throw new ApiError(CODE.bodyInvalid, 'Payload body invalid');
  const { txjson, txblob, options, custom_meta, user_token } = body as Record<string, never>;
  const transaction = transactionOf(txjson, txblob);
  return {
    ...transaction,
    options: optionsOf(options, isSignIn(transaction.txjson.TransactionType)),
    customMeta: customMetaOf(custom_meta),
    userToken: typeof user_token === 'string' ? user_token : null,
  };
}

function transactionOf(txjson: unknown, txblob: unknown): Pick<Payload, 'txjson' | 'origin'> {
  if (txjson !== undefined && txblob !== undefined) throw new ApiError(CODE.blobAndJson, 'Either txblob or txjson');
  if (typeof txblob === 'string') return { txjson: checkType(decodeBlob(txblob)), origin: 'txblob' };
  if (typeof txjson !== 'object' || txjson === null)
    throw new ApiError(CODE.transactionMissing, 'txblob or txjson is missing');
  const transaction = checkType(txjson as TxJson);
  try {
    // The binary format has no code for SignIn, but its other fields must still be encodable.
    const { TransactionType, ...rest } = transaction;
    encode((isSignIn(TransactionType) ? rest : transaction) as never);
  } catch (error) {
    throw new ApiError(CODE.jsonUnencodable, String(error));
  }
  return { txjson: transaction, origin: 'txjson' };
}

function decodeBlob(blob: string): TxJson {
  try {
    return decode(blob.trim()) as TxJson;
  } catch (error) {
    throw new ApiError(CODE.blobUndecodable, String(error));
  }
}

function checkType(transaction: TxJson): TxJson {
  if (!TRANSACTION_TYPES.has(transaction.TransactionType))
    throw new ApiError(CODE.typeInvalid, `TransactionType ${transaction.TransactionType}`);
  return transaction;
}

function optionsOf(given: unknown, signIn: boolean): PayloadOptions {
  const options = (given ?? {}) as Record<string, unknown> & { return_url?: { app?: string; web?: string } };
  const expire = Number(options.expire);
  const signers = options.signers;
  if (
    signers !== undefined &&
    signers !== null &&
    !(Array.isArray(signers) && signers.every((each) => isValidClassicAddress(String(each))))
  ) {
    throw new ApiError(CODE.bodyInvalid, 'options.signers');
  }
  return {
    // A sign-in never reaches a ledger.
    submit: signIn ? false : flag(options.submit, true),
    multisign: signIn ? false : flag(options.multisign, false),
    pathfinding: flag(options.pathfinding, false),
    pathfinding_fallback: flag(options.pathfinding_fallback, false),
    expire: Number.isInteger(expire) && expire > 0 ? expire : DEFAULT_EXPIRE_MINUTES,
    signers: Array.isArray(signers) && signers.length > 0 ? signers.map(String) : null,
    force_network: typeof options.force_network === 'string' ? options.force_network.toUpperCase() : null,
    return_url: { app: options.return_url?.app ?? null, web: options.return_url?.web ?? null },
  };
}

function customMetaOf(given: unknown): CustomMeta {
  const { identifier = null, blob = null, instruction = null } = (given ?? {}) as Partial<CustomMeta>;
  if (identifier !== null && String(identifier).length > IDENTIFIER_MAX)
    throw new ApiError(CODE.metaTooLong, 'custom_meta.identifier');
  if (blob !== null && JSON.stringify(blob).length > BLOB_MAX) throw new ApiError(CODE.metaTooLong, 'custom_meta.blob');
  if (instruction !== null && String(instruction).length > INSTRUCTION_MAX)
    throw new ApiError(CODE.metaTooLong, 'custom_meta.instruction');
  return {
    identifier: identifier === null ? null : String(identifier),
    blob,
    instruction: instruction === null ? null : String(instruction),
  };
}

const flag = (given: unknown, usual: boolean): boolean =>
  given === undefined || given === null ? usual : given === true || given === 1 || given === 'true';
