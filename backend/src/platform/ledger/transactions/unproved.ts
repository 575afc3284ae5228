import type { PlatformAccountName } from '@tknest/contracts/events';
import { load } from '../../event-store/folding.js';
import { accountFold } from '../accounts/account.state.js';
import type { CourierPorts } from './courier-ports.js';
import type { Ended } from './decide.js';

export const isHeld = ({ ending }: Ended): boolean => ending.propose === 'held';

/**
 * A ticket that is used may be one whose user the log has forgotten: as long as the account may not sign it is left as
 * it is, so that whoever compares log and ledger finds what used it. What was found then is known: either it did the
 * same, and is taken over when that is signed next, or it did something else.
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
    isHeld(one) && explained.has(one.transaction.ticket!)
      ? { ...one, ending: { propose: 'absent', reason: 'expired' } }
      : one,
  );
}
