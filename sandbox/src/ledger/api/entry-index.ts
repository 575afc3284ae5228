import { isAddress } from '../codec/account-id.js';
import {
  accountKey,
  AMENDMENTS_KEY,
  depositPreauthKey,
  directoryPageKey,
  FEES_KEY,
  offerKey,
  ownerDirectoryKey,
  signerListKey,
  ticketKey,
  trustLineKey,
} from '../state/keylets.js';
import { ApiError } from './errors.js';
import type { Params } from './request.js';

type Token = 'malformedAddress' | 'malformedCurrency' | 'malformedRequest';

const HASH = /^[0-9A-Fa-f]{64}$/;
const CURRENCY = /^(?:[0-9a-zA-Z?!@#$%^&*(){}[\]|<>]{3}|[0-9A-Fa-f]{40})$/;
const wrong = (name: string, type: string, token: Token = 'malformedRequest'): ApiError =>
  new ApiError(token, `Invalid field '${name}', not ${type}.`);

/** One field of an object that names an entry (rippled: LedgerEntryHelpers). */
function part<T>(
  object: Params,
  name: string,
  type: string,
  read: (value: unknown) => T | undefined,
  token?: Token,
): T {
  const value = object[name];
  if (value === undefined) throw new ApiError('malformedRequest', `Missing field '${name}'.`);
  const found = read(value);
  if (found === undefined) throw wrong(name, type, token);
  return found;
}

const asAddress = (value: unknown): string | undefined => (isAddress(value) ? value : undefined);
const asUint = (value: unknown): number | undefined =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= 0 ? Number(value) : undefined;
const asCurrency = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !CURRENCY.test(value)) return undefined;
  return value.length === 40 ? value.toUpperCase() : value;
};
const address = (object: Params, name: string): string =>
  part(object, name, 'AccountID', asAddress, 'malformedAddress');

function lineIndex(object: Params): string {
  const accounts = part(object, 'accounts', 'length-2 array of Accounts', (v) =>
    Array.isArray(v) && v.length === 2 && v.every(isAddress) ? v : undefined,
  );
  const [a, b] = accounts as [string, string];
  if (a === b) throw new ApiError('malformedRequest', 'Cannot have a trustline to self.');
  return trustLineKey(a, b, part(object, 'currency', 'Currency', asCurrency, 'malformedCurrency'));
}

function directoryIndex(object: Params): string {
  const root =
    object['owner'] === undefined
      ? part(object, 'dir_root', 'hash', (v) => (typeof v === 'string' && HASH.test(v) ? v.toUpperCase() : undefined))
      : ownerDirectoryKey(address(object, 'owner'));
  return directoryPageKey(
    root,
    BigInt(object['sub_index'] === undefined ? 0 : part(object, 'sub_index', 'number', asUint)),
  );
}

/** How each kind of entry is named by an object. */
const READERS: Readonly<Record<string, (object: Params) => string>> = {
  deposit_preauth: (object) => depositPreauthKey(address(object, 'owner'), address(object, 'authorized')),
  directory: directoryIndex,
  offer: (object) => offerKey(address(object, 'account'), part(object, 'seq', 'number', asUint)),
  ripple_state: lineIndex,
  signer_list: (object) => signerListKey(address(object, 'account')),
  state: lineIndex,
  ticket: (object) => ticketKey(address(object, 'account'), part(object, 'ticket_seq', 'number', asUint)),
};
/** Entries there is one of. */
const SINGLE: Readonly<Record<string, string>> = { amendments: AMENDMENTS_KEY, fee: FEES_KEY };

/**
 * The key that a ledger_entry request means, or undefined if it names none. A key of 64 digits works for every kind.
 */
export function entryIndex(params: Params): string | undefined {
  const kind = ['index', 'account_root', 'check', ...Object.keys(READERS), ...Object.keys(SINGLE)].find(
    (name) => params[name] !== undefined,
  );
  if (kind === undefined) return undefined;
  const value = params[kind];
  if (kind === 'account_root') return accountKey(address(params, kind));
  if (typeof value === 'string' && HASH.test(value)) return value.toUpperCase();
  if (SINGLE[kind] !== undefined && value === true) return SINGLE[kind];
  const reader = READERS[kind];
  if (!reader || typeof value !== 'object' || value === null) throw wrong(kind, 'hex string');
  return reader(value as Params);
}
