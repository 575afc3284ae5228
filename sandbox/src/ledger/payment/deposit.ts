import type { ResultName } from '../engine/results.js';
import { readAccount } from '../state/accounts.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { depositPreauthKey } from '../state/keylets.js';
import type { EntryReader } from '../state/overlay.js';

/**
 * Whether the destination only accepts deposits from accounts that it preauthorized, and the sender is not one of them
 * (rippled: verifyDepositPreauth).
 */
export function depositFault(view: EntryReader, sender: string, destination: string): ResultName | undefined {
  if (sender === destination || !hasFlag(readAccount(view, destination), ACCOUNT_FLAG.depositAuth)) return undefined;
  return view.read(depositPreauthKey(destination, sender)) ? undefined : 'tecNO_PERMISSION';
}
