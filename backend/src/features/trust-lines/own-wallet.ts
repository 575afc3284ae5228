import { isValidClassicAddress } from 'xrpl';
import { isOffice, type Session } from '../../platform/http/access.js';
import { Refused } from '../../platform/domain/refused.js';

const INVALID = 'Valid XRPL wallet address required';

/** @throws Refused (400) where it is no address */
export function mustBeAddress(wallet: string, field = 'walletAddress'): void {
  if (!isValidClassicAddress(wallet)) throw new Refused('invalid', INVALID, { errors: { [field]: [INVALID] } });
}

/** One's own wallet, or anybody's for the office. @throws Refused (400, 404) */
export function mustMayAskOf(session: Session, wallet: string): void {
  mustBeAddress(wallet);
  if (wallet !== session.wallet && !isOffice(session))
    throw new Refused('not-found', 'You can look at your own wallet only');
}
