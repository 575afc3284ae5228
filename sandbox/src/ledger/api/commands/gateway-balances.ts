import { isAddress } from '../../codec/account-id.js';
import { hasFlag } from '../../state/flags.js';
import { add, formatNumber, negate, signOf, type TokenNumber, ZERO } from '../../state/token-number.js';
import { balanceOn } from '../../state/trust-lines.js';
import { readAccount } from '../../state/accounts.js';
import { linesOf } from '../account-page.js';
import { ApiError } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import { addressParam } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';

type Balances = Record<string, { currency: string; value: string }[]>;

/**
 * gateway_balances: what an issuer owes in all, apart from what its own hot wallets hold, what it froze, and what it
 * holds itself.
 */
export const gatewayBalances: Command = (context) => {
  const ledger = chooseLedger(context.node, context.params);
  const account = addressParam(context.params, 'account');
  if (context.apiVersion === 2 && !readAccount(ledger.view, account))
    throw new ApiError('actNotFound', undefined, { account, ...ledger.fields });
  const hot = hotWallets(context, { account, ...ledger.fields });
  const owed = new Map<string, TokenNumber>();
  const [balances, frozen, assets]: [Balances, Balances, Balances] = [{}, {}, {}];
  for (const { line, side, peer } of linesOf(ledger.view, account)) {
    const balance = balanceOn(line, side);
    const { currency } = line.Balance;
    const note = (list: Balances, amount: TokenNumber): void =>
      void (list[peer] ??= []).push({ currency, value: formatNumber(amount) });
    if (signOf(balance) === 0) continue;
    if (hot.has(peer)) note(balances, negate(balance));
    else if (signOf(balance) > 0) note(assets, balance);
    else if (hasFlag(line, side.flag.freeze)) note(frozen, negate(balance));
    else owed.set(currency, add(owed.get(currency) ?? ZERO, negate(balance)));
  }
  const obligations = Object.fromEntries([...owed].map(([currency, sum]) => [currency, formatNumber(sum)]));
  return { account, ...filled({ obligations, balances, frozen_balances: frozen, assets }), ...ledger.fields };
};

/** Lists without entries are left out. */
const filled = (lists: Record<string, object>): Answer =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => Object.keys(list).length > 0));

function hotWallets({ params, apiVersion }: RequestContext, fields: Answer): Set<string> {
  const value = params['hotwallet'] ?? [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every(isAddress))
    throw new ApiError(apiVersion === 1 ? 'invalidHotWallet' : 'invalidParams', undefined, fields);
  return new Set(list);
}
