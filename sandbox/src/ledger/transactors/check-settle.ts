import type { ResultName } from '../engine/results.js';
import { liquidXrp, moveXrp } from '../payment/funds.js';
import { flowThroughAll } from '../payment/flow.js';
import { makeStrands } from '../payment/strand.js';
import { accountReserve, existingAccount } from '../state/accounts.js';
import { deleteCheck } from '../state/checks.js';
import type { Check, TokenAmount } from '../state/entries.js';
import { issueOf } from '../state/issue.js';
import { amountOf, compare, isZero, type Quantity, quantityOf, smaller } from '../state/quantity.js';
import { formatNumber, MAX_EXPONENT, MAX_MANTISSA, normalize } from '../state/token-number.js';
import { createEmptyLine, readLine, sideOf } from '../state/trust-lines.js';
import type { ApplyContext } from './transactor.js';

/** The amount that is cashed: exactly this, or at least this and as much as there is. */
export interface CashWish {
  readonly wanted: Quantity;
  readonly orMore: boolean;
}

/** Half the largest amount leaves room for a transfer fee. */
const PLENTY = normalize(MAX_MANTISSA / 2n, MAX_EXPONENT);
const NO_LIMIT = formatNumber(normalize(MAX_MANTISSA, MAX_EXPONENT));

/** XRP goes from account to account; the reserve of the check comes free. */
export function cashXrp({ view, tx, deliver }: ApplyContext, check: Check, { wanted, orMore }: CashWish): ResultName {
  const least = wanted as bigint;
  const liquid = liquidXrp(view, check.Account, 1);
  const possible = smaller(BigInt(check.SendMax as string), liquid) as bigint;
  const drops = orMore && possible > least ? possible : least;
  if (liquid < drops) return 'tecUNFUNDED_PAYMENT';
  if (orMore) deliver(drops.toString());
  moveXrp(view, check.Account, -drops);
  moveXrp(view, tx.account, drops);
  deleteCheck(view, check);
  return 'tesSUCCESS';
}

/**
 * Tokens flow as in a payment. Who cashes wants them: the line it needs is made, and its limit does not hold while they
 * come in (rippled: CashCheck::doApply).
 */
export function cashTokens(context: ApplyContext, check: Check, { wanted, orMore }: CashWish): ResultName {
  const { view, tx, ledger } = context;
  const most = check.SendMax as TokenAmount;
  const { issuer, currency } = most;
  const truster = issuer === tx.account ? check.Account : tx.account;
  if (!readLine(view, truster, issuer, currency)) {
    const owned = existingAccount(view, tx.account).OwnerCount;
    if (context.priorBalance < accountReserve(view, owned + 1)) return 'tecNO_LINE_INSUF_RESERVE';
    createEmptyLine(view, tx.account, issuer, currency);
  }
  const limit = sideOf(tx.account, truster === tx.account ? issuer : truster).limit;
  const line = readLine(view, truster, issuer, currency)!;
  view.write({ ...line, [limit]: { ...line[limit], value: NO_LIMIT } });
  const made = makeStrands(
    view,
    {
      source: check.Account,
      target: tx.account,
      deliver: issueOf(most),
      send: issueOf(most),
      ownerPaysFee: true,
      closeTime: ledger.parent.header.closeTime,
    },
    [],
    true,
  );
  if ('fault' in made) return made.fault;
  const flow = flowThroughAll(view, made.strands, { wanted: orMore ? PLENTY : wanted, most: quantityOf(most) });
  if (orMore && isZero(flow.out)) return 'tecPATH_DRY';
  if (compare(flow.out, wanted) < 0) return 'tecPATH_PARTIAL';
  flow.changes.commit();
  const after = readLine(view, truster, issuer, currency);
  if (after) view.write({ ...after, [limit]: line[limit] });
  context.deliver(amountOf(flow.out, issueOf(most)));
  deleteCheck(view, check);
  return 'tesSUCCESS';
}
