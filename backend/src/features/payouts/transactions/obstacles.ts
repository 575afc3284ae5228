import type { PauseCause } from '@tknest/contracts/events';
import { formatRlusd, parseLedgerValue, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { load } from '#platform/event-store/folding.js';
import { hasFlag } from '#platform/ledger/ledger-port.js';
import { booksOf, uncoveredLoss, type Purse } from '../escrow/escrow.decider.js';
import { notRevenue } from '../escrow/fees.decider.js';
import type { PayoutPorts } from './ports.js';

export interface Obstacle {
  cause: PauseCause;
  reason: string;
}

const NAMES: Readonly<Record<Purse, string>> = { payoutEscrow: 'the payout escrow', feeWallet: 'the fee wallet' };
const capital = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}`;

/**
 * Obstacles to any payment from the escrow or the fee wallet, as of the last validated ledger; checked before each
 * window.
 * @param needed the sum of the window and of payments in flight
 * @param lines transactions in the window
 * @throws LedgerUnavailable
 */
export async function obstacle(
  { ledger, accounts, settings, store }: Pick<PayoutPorts, 'ledger' | 'accounts' | 'settings' | 'store'>,
  purse: Purse,
  needed: Micro,
  lines: number,
): Promise<Obstacle | null> {
  const [payer, name] = [await accounts.address(purse), NAMES[purse]];
  const [issuer, account, line, reserves, fee, { state: books }] = await Promise.all([
    ledger.account(settings.rlusdIssuer),
    ledger.account(payer),
    ledger.line(payer, settings.rlusdIssuer, CURRENCY.rlusd),
    ledger.reserves(),
    ledger.fee(),
    load(store, booksOf(purse)),
  ]);
  if (hasFlag(issuer, 'globalFreeze'))
    return { cause: 'global-freeze', reason: 'The issuer of RLUSD has frozen all transfers.' };
  if (issuer && issuer.transferFee)
    return { cause: 'transfer-fee', reason: 'The issuer of RLUSD charges a fee on every transfer.' };
  const missing = uncoveredLoss(books);
  if (missing > 0n)
    return {
      cause: 'clawback',
      reason: `The issuer of RLUSD clawed money back. ${formatRlusd(missing)} RLUSD of what is owed is missing.`,
    };
  if (line?.frozen) return { cause: 'escrow-freeze', reason: `The issuer of RLUSD has frozen ${name}.` };
  const balance = line ? parseLedgerValue(line.balance) : 0n;
  const due = needed + (purse === 'feeWallet' ? notRevenue(books) : 0n);
  if (balance < due)
    return {
      cause: 'balance',
      reason: `${capital(name)} holds ${formatRlusd(balance)} RLUSD; ${formatRlusd(due)} RLUSD is due.`,
    };
  // Fees may use the reserve, so only the fees are needed.
  if (!account || account.balance < fee * BigInt(lines) + reserves.base)
    return { cause: 'xrp', reason: `${capital(name)} lacks XRP for network fees.` };
  return null;
}
