import { isAddress } from '../../codec/account-id.js';
import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import type { TransactionPlace } from '../../chain/history.js';
import { ApiError, invalidField, missingField } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import { isTrue, limitParam } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';
import { ledgerFieldsV2, validatedJson, withDeliveredAmount } from '../transaction-json.js';

const PAGE = 200;

/** account_tx: the validated transactions that touched an account, newest first or (`forward`) oldest first. */
export const accountTx: Command = (context) => {
  const { node, params, apiVersion } = context;
  const { account } = params;
  if (account === undefined) throw missingField('account');
  if (typeof account !== 'string') throw invalidField('account');
  if (!isAddress(account)) throw new ApiError('actMalformed');
  for (const name of ['binary', 'forward'])
    if (apiVersion === 2 && params[name] !== undefined && typeof params[name] !== 'boolean') throw invalidField(name);
  const limit = limitParam(params, PAGE);
  const forward = isTrue(params['forward']);
  const [first, last] = rangeParam(context);
  const start = markerParam(params['marker']);
  const places = node.history
    .ofAccount(account)
    .filter(({ ledger }) => ledger.header.index >= first && ledger.header.index <= last);
  const ordered = forward ? places : [...places].reverse();
  const from = start ? ordered.findIndex((p) => p.ledger.header.index === start.ledger && p.position === start.seq) : 0;
  if (from < 0) throw new ApiError('invalidParams', 'invalid parameters');
  const page = ordered.slice(from, from + limit);
  const next = ordered[from + limit];
  return {
    account,
    ledger_index_max: last,
    ledger_index_min: first,
    limit,
    ...(next && { marker: { ledger: next.ledger.header.index, seq: next.position } }),
    transactions: page.map((place) => (isTrue(params['binary']) ? binary(place, apiVersion) : json(place, apiVersion))),
    validated: true,
  };
};

/** The requested ledgers, limited to existing ones (rippled: getLedgerRange); −1 stands for the first and the last. */
function rangeParam({ node, params, apiVersion }: RequestContext): readonly [number, number] {
  const [oldest, newest] = [node.history.first.header.index, node.validated.header.index];
  const { ledger_index_min: min, ledger_index_max: max } = params;
  if (min === undefined && max === undefined) {
    if (params['ledger_index'] === undefined && params['ledger_hash'] === undefined) return [oldest, newest];
    const { closed } = chooseLedger(node, params);
    if (!closed) throw new ApiError('lgrNotValidated');
    return [closed.header.index, closed.header.index];
  }
  if (apiVersion === 2 && (params['ledger_index'] !== undefined || params['ledger_hash'] !== undefined))
    throw new ApiError('invalidParams', 'invalidParams');
  const [first, last] = [bound(min, oldest, 'ledger_index_min'), bound(max, newest, 'ledger_index_max')];
  if (
    apiVersion === 2 &&
    ((min !== undefined && min !== -1 && first > newest) || (max !== undefined && max !== -1 && last > newest))
  )
    throw new ApiError('lgrIdxMalformed');
  const cut = [Math.max(first, oldest), Math.min(last, newest)] as const;
  if (cut[0] > cut[1]) throw new ApiError(apiVersion === 1 ? 'lgrIdxsInvalid' : 'invalidLgrRange');
  return cut;
}

function bound(value: unknown, open: number, name: string): number {
  if (value === undefined) return open;
  if (typeof value !== 'number' || !Number.isInteger(value)) throw invalidField(name);
  return value < 0 ? open : value;
}

function markerParam(marker: unknown): { ledger: number; seq: number } | undefined {
  if (marker === undefined) return undefined;
  const { ledger, seq } = (marker ?? {}) as { ledger?: unknown; seq?: unknown };
  if (typeof ledger !== 'number' || typeof seq !== 'number')
    throw new ApiError(
      'invalidParams',
      'invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field',
    );
  return { ledger, seq };
}

function json(place: TransactionPlace, apiVersion: 1 | 2): Answer {
  const { ledger, transaction } = place;
  const meta = withDeliveredAmount(transaction.meta, transaction.json);
  if (apiVersion === 1) return { meta, tx: validatedJson(place, 1), validated: true };
  return { ...ledgerFieldsV2(ledger), hash: transaction.id, meta, tx_json: validatedJson(place, 2), validated: true };
}

const binary = ({ ledger, transaction }: TransactionPlace, apiVersion: 1 | 2): Answer => ({
  ledger_index: ledger.header.index,
  [apiVersion === 1 ? 'meta' : 'meta_blob']: toHex(serialize(transaction.meta as never)),
  tx_blob: transaction.blob,
  validated: true,
});
