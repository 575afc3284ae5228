import { headerBytes } from '../../chain/ledger.js';
import { toHex } from '../../codec/hash.js';
import { ApiError } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import type { Command } from '../request.js';
import { headerJson } from './ledger.js';

/**
 * ledger_header: a ledger's header, as the hashed bytes and as fields; in API version 1 only (rippled: doLedgerHeader).
 * The open ledger has no bytes, because its header is not final.
 */
export const ledgerHeader: Command = ({ node, params, apiVersion }) => {
  if (apiVersion !== 1) throw new ApiError('unknownCmd');
  const { closed, index, fields } = chooseLedger(node, params);
  if (!closed) {
    const ledger = { closed: false, ledger_index: String(index), parent_hash: node.validated.header.hash };
    return { ledger, ...fields };
  }
  return { ledger: headerJson(closed, 1), ledger_data: toHex(headerBytes(closed.header)), ...fields };
};
