import { randomBytes } from 'node:crypto';
import { isAddress } from '../../codec/account-id.js';
import { toHex } from '../../codec/hash.js';
import { ledgerStreamFields } from '../../streams/messages.js';
import { type AccountInterest, type Stream, STREAM_ALIASES, STREAMS } from '../../streams/subscriptions.js';
import { ApiError } from '../errors.js';
import type { Answer, Command, Params, RequestContext } from '../request.js';
import { NODE_KEY } from './server-info.js';

/** subscribe: from now on, this connection receives ledgers, all transactions, or those that affect an account. */
export const subscribe: Command = (context) => {
  const { services, apiVersion, params } = context;
  if (params['account_history_tx_stream'] !== undefined) throw new ApiError('notEnabled');
  const { subscriber, streams, accounts } = wishes(context);
  for (const stream of streams) services.subscriptions.addStream(subscriber, stream, apiVersion);
  for (const [account, kind] of accounts) services.subscriptions.addAccount(subscriber, account, kind, apiVersion);
  return {
    ...(streams.includes('ledger') && ledgerFields(context)),
    ...(streams.includes('server') && serverFields()),
  };
};

/** unsubscribe: ends subscriptions; one that never existed is not an error. */
export const unsubscribe: Command = (context) => {
  const { services } = context;
  const { subscriber, streams, accounts } = wishes(context);
  if (streams.includes('book_changes')) throw new ApiError('malformedStream'); // rippled's doUnsubscribe does not know it
  for (const stream of streams) services.subscriptions.removeStream(subscriber, stream);
  for (const [account, kind] of accounts) services.subscriptions.removeAccount(subscriber, account, kind);
  return {};
};

interface Wishes {
  readonly subscriber: NonNullable<RequestContext['subscriber']>;
  readonly streams: readonly Stream[];
  readonly accounts: readonly (readonly [account: string, kind: AccountInterest])[];
}

/** All of a request is read before any of it takes effect. */
function wishes({ subscriber, params }: RequestContext): Wishes {
  if (!subscriber) throw new ApiError('invalidParams');
  checkBooks(params['books']);
  return {
    subscriber,
    streams: streamsParam(params['streams']),
    accounts: [
      ...accountsParam(params, 'accounts_proposed').map((a) => [a, 'proposedAccounts'] as const),
      ...accountsParam(params, 'rt_accounts').map((a) => [a, 'proposedAccounts'] as const),
      ...accountsParam(params, 'accounts').map((a) => [a, 'accounts'] as const),
    ],
  };
}

function streamsParam(value: unknown): Stream[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ApiError('invalidParams');
  return value.map((name: unknown) => {
    const known =
      STREAMS.find((stream) => stream === name) ?? (typeof name === 'string' ? STREAM_ALIASES[name] : undefined);
    if (!known) throw new ApiError('malformedStream');
    return known;
  });
}

function accountsParam(params: Params, name: string): string[] {
  const value = params[name];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ApiError('invalidParams');
  if (value.length === 0 || !value.every(isAddress)) throw new ApiError('actMalformed');
  return value;
}

/** Subscriptions to order books are accepted, but never send messages. */
function checkBooks(books: unknown): void {
  if (books === undefined) return;
  const isBook = (book: unknown) =>
    typeof book === 'object' && book !== null && 'taker_pays' in book && 'taker_gets' in book;
  if (!Array.isArray(books) || !books.every(isBook)) throw new ApiError('invalidParams');
}

const ledgerFields = ({ node }: RequestContext): Answer => ({
  ...ledgerStreamFields(node.validated, node.history.range),
});

/**
 * The server stream itself stays silent: nothing about the server's load ever changes (rippled: NetworkOPs::subServer).
 */
const serverFields = (): Answer => ({
  stand_alone: true,
  random: toHex(randomBytes(32)),
  server_status: 'full',
  load_base: 256,
  load_factor: 256,
  hostid: 'sandbox',
  pubkey_node: NODE_KEY,
});
