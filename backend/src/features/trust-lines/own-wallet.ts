import { WALLET } from '@tknest/contracts/rules';
import { isValidClassicAddress } from 'xrpl';
import { isOffice, type Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';

const INVALID = 'Valid XRPL wallet address required';

/** @throws Refused (400) if it is not an address */
function mustBeAddress(wallet: string, field = 'walletAddress'): void {
  if (!isValidClassicAddress(wallet)) throw new Refused('invalid', INVALID, { errors: { [field]: [INVALID] } });
}

const MISTYPED = 'This address has a typing error: its check digits don’t match. Please copy it from your wallet app.';

/** Checks a typed address; the refusal says what is wrong and how to fix it. @throws Refused (400) */
export function mustBeTypedRight(address: string): void {
  if (isValidClassicAddress(address)) return;
  const looksLikeOne = address.startsWith('r') && address.length >= WALLET.minLength;
  const why = looksLikeOne ? MISTYPED : 'Please enter a valid XRP wallet address.';
  throw new Refused('invalid', why, { errors: { walletAddress: [why] } });
}

/** The caller's own wallet, or any wallet for the office. @throws Refused (400, 404) */
export function mustMayAskOf(session: Session, wallet: string): void {
  mustBeAddress(wallet);
  if (wallet !== session.wallet && !isOffice(session))
    throw new Refused('not-found', 'You can view only your own wallet');
}
