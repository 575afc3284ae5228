import type { ClosedLedger } from '../chain/ledger.js';
import type { LedgerNode } from '../chain/ledger-node.js';
import { type EntryReader, readerOf } from '../state/overlay.js';
import { ApiError, expectedField } from './errors.js';
import type { Params } from './request.js';

/** The ledger a request is about. */
export interface LedgerChoice {
  readonly view: EntryReader;
  /** None while it is open. */
  readonly closed: ClosedLedger | undefined;
  readonly index: number;
  /** What the answer says about it. */
  readonly fields: Params;
}

/**
 * Finds the ledger that `ledger_hash`, `ledger_index` or the older `ledger` names; the open one by default (rippled:
 * lookupLedger).
 */
export function chooseLedger(node: LedgerNode, params: Params): LedgerChoice {
  const legacy = params['ledger'];
  const hash = params['ledger_hash'] ?? (typeof legacy === 'string' && legacy.length === 64 ? legacy : undefined);
  if (hash !== undefined) return byHash(node, hash);
  return byIndex(node, params['ledger_index'] ?? (typeof legacy === 'object' ? undefined : legacy));
}

function byHash(node: LedgerNode, hash: unknown): LedgerChoice {
  if (typeof hash !== 'string' || !/^[0-9A-Fa-f]{64}$/.test(hash)) throw expectedField('ledger_hash', 'hex string');
  return closedChoice(node.history.withHash(hash));
}

function byIndex(node: LedgerNode, index: unknown): LedgerChoice {
  if (index === undefined || index === '' || index === 'current') return openChoice(node);
  if (index === 'validated' || index === 'closed') return closedChoice(node.validated);
  const number =
    typeof index === 'number' ? index : typeof index === 'string' && /^\d+$/.test(index) ? Number(index) : NaN;
  if (!Number.isInteger(number) || number < 0) throw expectedField('ledger_index', 'string or number');
  return number === node.open.index ? openChoice(node) : closedChoice(node.history.at(number));
}

export function openChoice(node: LedgerNode): LedgerChoice {
  const { state, index } = node.open;
  return { view: state, closed: undefined, index, fields: { ledger_current_index: index, validated: false } };
}

export function closedChoice(ledger: ClosedLedger | undefined): LedgerChoice {
  if (!ledger) throw new ApiError('lgrNotFound');
  const { index, hash } = ledger.header;
  return {
    view: readerOf(ledger.state),
    closed: ledger,
    index,
    fields: { ledger_hash: hash, ledger_index: index, validated: true },
  };
}
