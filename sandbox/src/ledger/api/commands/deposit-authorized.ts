import { isAddress } from '../../codec/account-id.js';
import { depositFault } from '../../payment/deposit.js';
import { readAccount } from '../../state/accounts.js';
import { ApiError, expectedField, missingField } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import type { Command, Params } from '../request.js';

/** deposit_authorized: whether one account may pay another directly. */
export const depositAuthorized: Command = ({ node, params }) => {
  const source = party(params, 'source_account');
  const destination = party(params, 'destination_account');
  const ledger = chooseLedger(node, params);
  if (!readAccount(ledger.view, source)) throw new ApiError('srcActNotFound', undefined, ledger.fields);
  if (!readAccount(ledger.view, destination)) throw new ApiError('dstActNotFound', undefined, ledger.fields);
  return {
    deposit_authorized: !depositFault(ledger.view, source, destination),
    destination_account: destination,
    source_account: source,
    ...ledger.fields,
  };
};

function party(params: Params, name: string): string {
  const value = params[name];
  if (value === undefined) throw missingField(name);
  if (typeof value !== 'string') throw expectedField(name, 'a string');
  if (!isAddress(value)) throw new ApiError('actMalformed');
  return value;
}
