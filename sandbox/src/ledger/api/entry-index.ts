import { accountKey, AMENDMENTS_KEY, depositPreauthKey, directoryPageKey, FEES_KEY, ownerDirectoryKey, signerListKey, ticketKey, trustLineKey } from '../state/keylets.js';
import { ApiError } from './errors.js';
import type { Params } from './request.js';

type IsAddress = (value: unknown) => value is string;
type Reader = (value: unknown, isAddress: IsAddress) => string | undefined;

const HASH = /^[0-9A-Fa-f]{64}$/;
const asIndex = (value: unknown): string | undefined => (typeof value === 'string' && HASH.test(value) ? value.toUpperCase() : undefined);
const field = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? (value as Params)[name] : undefined);
const asUint = (value: unknown): number | undefined => (Number.isInteger(Number(value)) && Number(value) >= 0 ? Number(value) : undefined);

/** How each kind of entry is named in a request; a key of 64 digits does for all of them. */
const READERS: Readonly<Record<string, Reader>> = {
  index: asIndex,
  account_root: (value, isAddress) => (isAddress(value) ? accountKey(value) : undefined),
  amendments: (value) => asIndex(value) ?? (value === true ? AMENDMENTS_KEY : undefined),
  fee: (value) => asIndex(value) ?? (value === true ? FEES_KEY : undefined),
  ripple_state: lineIndex,
  state: lineIndex,
  ticket: (value, isAddress) => {
    const account = field(value, 'account') ?? field(value, 'owner');
    const sequence = asUint(field(value, 'ticket_seq'));
    return asIndex(value) ?? (isAddress(account) && sequence !== undefined ? ticketKey(account, sequence) : undefined);
  },
  signer_list: (value, isAddress) => asIndex(value) ?? (isAddress(field(value, 'account')) ? signerListKey(field(value, 'account') as string) : undefined),
  deposit_preauth: (value, isAddress) => {
    const [owner, authorized] = [field(value, 'owner'), field(value, 'authorized')];
    return asIndex(value) ?? (isAddress(owner) && isAddress(authorized) ? depositPreauthKey(owner, authorized) : undefined);
  },
  directory: (value, isAddress) => {
    const owner = field(value, 'owner');
    const root = isAddress(owner) ? ownerDirectoryKey(owner) : asIndex(field(value, 'dir_root'));
    const page = asUint(field(value, 'sub_index') ?? 0);
    return asIndex(value) ?? (root !== undefined && page !== undefined ? directoryPageKey(root, BigInt(page)) : undefined);
  },
};

function lineIndex(value: unknown, isAddress: IsAddress): string | undefined {
  const accounts = field(value, 'accounts');
  const currency = field(value, 'currency');
  if (!Array.isArray(accounts) || accounts.length !== 2 || typeof currency !== 'string') return asIndex(value);
  const [a, b] = accounts as [unknown, unknown];
  if (!isAddress(a) || !isAddress(b) || a === b || !/^(?:.{3}|[0-9A-Fa-f]{40})$/.test(currency)) return undefined;
  return trustLineKey(a, b, currency.length === 40 ? currency.toUpperCase() : currency);
}

/** The key that a ledger_entry request means. */
export function entryIndex(params: Params, isAddress: IsAddress): string {
  const kind = Object.keys(READERS).find((name) => params[name] !== undefined);
  if (!kind) throw new ApiError('invalidParams', 'No ledger_entry params provided.');
  const index = READERS[kind]!(params[kind], isAddress);
  if (index === undefined) throw new ApiError(kind === 'account_root' ? 'malformedAddress' : 'malformedRequest');
  return index;
}
