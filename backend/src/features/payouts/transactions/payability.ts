import type { Unpayable } from '@tknest/contracts/events';
import { parseLedgerValue, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { hasFlag, QUALITY_ONE } from '#platform/ledger/ledger-port.js';
import type { Purse } from '../escrow/escrow.decider.js';
import type { PayoutPorts } from './ports.js';

/**
 * Why a wallet cannot receive RLUSD from the escrow or the fee wallet, as of the last validated ledger; null if it can.
 * Checks freezes of both sides of the trust line (rippled, `checkFreeze` in StepChecks.h: the receiver's own freezes
 * stop a payment). A holder with only a regular freeze by the issuer can still receive.
 * @throws LedgerUnavailable
 */
export async function unpayable(
  { ledger, accounts, settings }: Pick<PayoutPorts, 'ledger' | 'accounts' | 'settings'>,
  { wallet, amount, tag }: { wallet: string; amount: Micro; tag?: number },
  purse: Purse = 'payoutEscrow',
): Promise<Unpayable | null> {
  const account = await ledger.account(wallet);
  if (!account) return 'no-account';
  const payer = await accounts.address(purse);
  if (hasFlag(account, 'depositAuth') && !(await ledger.depositAuthorized(payer, wallet))) return 'deposit-auth';
  if (hasFlag(account, 'requireDestTag') && tag === undefined) return 'tag-required';
  const line = await ledger.line(wallet, settings.rlusdIssuer, CURRENCY.rlusd);
  if (!line) return 'no-line';
  if (line.deepFrozen) return 'deep-frozen';
  if (line.holderFrozen || hasFlag(account, 'globalFreeze')) return 'holder-frozen';
  if ((line.qualityIn ?? QUALITY_ONE) !== QUALITY_ONE) return 'quality';
  return parseLedgerValue(line.limit) - parseLedgerValue(line.balance) < amount ? 'limit' : null;
}
