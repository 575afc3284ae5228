import type { PlatformAccountName } from '@tknest/contracts/events';
import { load } from '../../event-store/folding.js';
import { accountFold } from '../accounts/account.state.js';
import type { CourierPorts } from './courier-ports.js';
import { isHeld, type Ended } from './decide.js';

/**
 * The log may have lost the transaction that used a ticket. As long as the account may not sign, such a ticket is left
 * unchanged, so that reconciliation finds that transaction. Afterwards it is known: either it did the same, and is
 * taken over at the next signing, or it did something else.
 */
export async function unlessUnproved(
  { store, maySign }: Pick<CourierPorts, 'store' | 'maySign'>,
  signer: PlatformAccountName | null,
  ended: readonly Ended[],
): Promise<readonly Ended[]> {
  if (!signer || !ended.some(isHeld)) return ended;
  if (!(await maySign(signer))) return ended.filter((one) => !isHeld(one));
  const { explained } = (await load(store, accountFold(signer))).state;
  return ended.map((one) =>
    isHeld(one) && explained.has(one.transaction.ticket)
      ? { ...one, ending: { propose: 'absent', reason: 'expired' } }
      : one,
  );
}
