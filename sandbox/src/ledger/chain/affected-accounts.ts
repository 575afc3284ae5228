import { isAddress } from '../codec/account-id.js';
import { holdsAccount } from '../codec/serializer.js';
import type { Metadata } from './metadata.js';

const ISSUER_FIELDS = ['LowLimit', 'HighLimit', 'TakerPays', 'TakerGets'];

/**
 * The accounts a transaction touched: those account_tx and account subscriptions show it to (rippled:
 * TxMeta::getAffectedAccounts).
 */
export function affectedAccounts(meta: Metadata): Set<string> {
  const accounts = new Set<string>();
  for (const wrapper of meta.AffectedNodes) {
    const node = wrapper.CreatedNode ?? wrapper.ModifiedNode ?? wrapper.DeletedNode;
    const fields = node?.NewFields ?? node?.FinalFields ?? {};
    for (const [name, value] of Object.entries(fields)) {
      if (holdsAccount(name) && isAddress(value)) accounts.add(value);
      else if (ISSUER_FIELDS.includes(name) && typeof value === 'object')
        accounts.add((value as { issuer: string }).issuer);
    }
  }
  return accounts;
}
