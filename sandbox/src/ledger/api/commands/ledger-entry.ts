import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import { entryIndex } from '../entry-index.js';
import { ApiError } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import { isTrue } from '../params.js';
import type { Command } from '../request.js';

/** ledger_entry: one entry of a ledger, by its key or by what identifies it. */
export const ledgerEntry: Command = ({ node, params, apiVersion }) => {
  const ledger = chooseLedger(node, params);
  const index = entryIndex(params);
  if (index === undefined) {
    if (apiVersion === 1) throw new ApiError('unknownOption', undefined, ledger.fields);
    throw new ApiError('invalidParams', 'No ledger_entry params provided.', ledger.fields);
  }
  const entry = ledger.view.read(index);
  if (!entry) throw new ApiError('entryNotFound', undefined, { index, ...ledger.fields });
  return {
    index,
    ...(isTrue(params['binary']) ? { node_binary: toHex(serialize(entry as never)) } : { node: entry }),
    ...ledger.fields,
  };
};
