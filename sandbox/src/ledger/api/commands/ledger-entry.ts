import { isAddress } from '../../codec/account-id.js';
import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import { ApiError } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import { entryIndex } from '../entry-index.js';
import { isTrue } from '../params.js';
import type { Command } from '../request.js';

/** ledger_entry: one entry of a ledger, by its key or by what identifies it. */
export const ledgerEntry: Command = ({ node, params }) => {
  const ledger = chooseLedger(node, params);
  const index = entryIndex(params, isAddress);
  const entry = ledger.view.read(index);
  if (!entry) throw new ApiError('entryNotFound', undefined, { index, ...ledger.fields });
  return { index, ...(isTrue(params['binary']) ? { node_binary: toHex(serialize(entry as never)) } : { node: entry }), ...ledger.fields };
};
