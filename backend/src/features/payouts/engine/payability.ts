import type { Unpayable } from '@tknest/contracts/events';
import { parseLedgerValue, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import type { PayoutPorts } from './ports.js';

const LSF_REQUIRE_DEST_TAG = 0x00020000;
const LSF_DEPOSIT_AUTH = 0x01000000;

/**
 * Why a wallet cannot receive RLUSD from the escrow, as of the last validated ledger; null where nothing speaks against
 * it. A merely frozen holder still receives. @throws LedgerUnavailable
 */
export async function unpayable(
  { ledger, settings }: Pick<PayoutPorts, 'ledger' | 'settings'>,
  wallet: string,
  amount: Micro,
): Promise<Unpayable | null> {
  const account = await ledger.account(wallet);
  if (!account) return 'no-account';
  if ((account.flags & LSF_DEPOSIT_AUTH) !== 0) return 'deposit-auth';
  if ((account.flags & LSF_REQUIRE_DEST_TAG) !== 0) return 'tag-required';
  const line = await ledger.line(wallet, settings.rlusdIssuer, CURRENCY.rlusd);
  if (!line) return 'no-line';
  if (line.deepFrozen) return 'deep-frozen';
  return parseLedgerValue(line.limit) - parseLedgerValue(line.balance) < amount ? 'limit' : null;
}
