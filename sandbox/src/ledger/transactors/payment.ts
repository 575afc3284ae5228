import { ACCOUNT_ZERO } from '../codec/account-id.js';
import { BAD_CURRENCY } from '../codec/currency.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { PaymentJson, Transaction } from '../engine/transaction.js';
import { payTokens } from '../payment/pay-tokens.js';
import { payXrp } from '../payment/pay-xrp.js';
import { feesOf, readAccount } from '../state/accounts.js';
import { type Amount, isXrp } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { compare, parseNumber, signOf } from '../state/token-number.js';
import type { ApplyContext, Transactor } from './transactor.js';

const FLAG = { noRippleDirect: 0x00010000, partialPayment: 0x00020000, limitQuality: 0x00040000 } as const;
const MAX_PATHS = 6;
const MAX_PATH_STEPS = 8;

const paymentOf = (tx: Transaction): PaymentJson => tx.json as PaymentJson;
const isPositive = (amount: Amount): boolean =>
  isXrp(amount) ? BigInt(amount) > 0n : signOf(parseNumber(amount.value)) > 0;
const isMpt = (amount: Amount | undefined): boolean =>
  amount !== undefined && !isXrp(amount) && amount.currency === undefined;
const currencyOf = (amount: Amount): string => (isXrp(amount) ? 'XRP' : amount.currency);

/** rippled: Payment::preflight; the order of the checks decides the answer. */
function preflight(tx: Transaction): ResultName {
  const { Amount: amount, SendMax, Destination, Account, Paths } = paymentOf(tx);
  if (isMpt(amount) || isMpt(SendMax)) return 'temDISABLED';
  const source = SendMax ?? amount;
  if (Destination === ACCOUNT_ZERO) return 'temDST_NEEDED';
  if ((SendMax && !isPositive(SendMax)) || !isPositive(amount)) return 'temBAD_AMOUNT';
  if (currencyOf(source) === BAD_CURRENCY || currencyOf(amount) === BAD_CURRENCY) return 'temBAD_CURRENCY';
  if (Account === Destination && currencyOf(source) === currencyOf(amount) && !Paths) return 'temREDUNDANT';
  return (isXrp(source) && isXrp(amount) ? xrpFault(tx) : undefined) ?? deliverMinFault(tx) ?? 'tesSUCCESS';
}

/** Options that make no sense where XRP goes straight from one account to another. */
function xrpFault(tx: Transaction): ResultName | undefined {
  const { SendMax, Paths } = paymentOf(tx);
  if (SendMax !== undefined) return 'temBAD_SEND_XRP_MAX';
  if (Paths) return 'temBAD_SEND_XRP_PATHS';
  if (tx.flags & FLAG.partialPayment) return 'temBAD_SEND_XRP_PARTIAL';
  if (tx.flags & FLAG.limitQuality) return 'temBAD_SEND_XRP_LIMIT';
  return tx.flags & FLAG.noRippleDirect ? 'temBAD_SEND_XRP_NO_DIRECT' : undefined;
}

/** DeliverMin belongs to a partial payment and is of the same token, more than nothing and no more than the amount. */
function deliverMinFault(tx: Transaction): ResultName | undefined {
  const { Amount: amount, DeliverMin: least } = paymentOf(tx);
  if (least === undefined) return undefined;
  if (!(tx.flags & FLAG.partialPayment) || !isPositive(least)) return 'temBAD_AMOUNT';
  if (isXrp(least) || isXrp(amount))
    return isXrp(least) && isXrp(amount) && BigInt(least) <= BigInt(amount) ? undefined : 'temBAD_AMOUNT';
  if (least.currency !== amount.currency || least.issuer !== amount.issuer) return 'temBAD_AMOUNT';
  return compare(parseNumber(least.value), parseNumber(amount.value)) > 0 ? 'temBAD_AMOUNT' : undefined;
}

/** rippled: Payment::preclaim. */
function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const { Amount: amount, Destination, DestinationTag, SendMax, Paths } = paymentOf(tx);
  const destination = readAccount(ledger.state, Destination);
  if (!destination) {
    if (!isXrp(amount)) return 'tecNO_DST';
    if (ledger.open && tx.flags & FLAG.partialPayment) return 'telNO_DST_PARTIAL';
    if (BigInt(amount) < feesOf(ledger.state).reserveBase) return 'tecNO_DST_INSUF_XRP';
  } else if (hasFlag(destination, ACCOUNT_FLAG.requireDestTag) && DestinationTag === undefined)
    return 'tecDST_TAG_NEEDED';
  if (ledger.open && (Paths || SendMax !== undefined || !isXrp(amount)) && pathsTooLong(Paths))
    return 'telBAD_PATH_COUNT';
  return 'tesSUCCESS';
}

const pathsTooLong = (paths: PaymentJson['Paths']): boolean =>
  !!paths && (paths.length > MAX_PATHS || paths.some((path) => path.length > MAX_PATH_STEPS));

function apply(context: ApplyContext): ResultName {
  const payment = paymentOf(context.tx);
  const direct = isXrp(payment.Amount) && payment.SendMax === undefined && !payment.Paths;
  if (direct) return payXrp(context, payment.Destination, BigInt(payment.Amount));
  const { flags } = context.tx;
  return payTokens(context, payment, {
    partial: (flags & FLAG.partialPayment) !== 0,
    defaultPath: !(flags & FLAG.noRippleDirect),
    limitQuality: (flags & FLAG.limitQuality) !== 0,
  });
}

/** Payment: XRP from account to account, tokens along trust lines. */
export const payment: Transactor = {
  flags: FLAG.noRippleDirect | FLAG.partialPayment | FLAG.limitQuality,
  preflight,
  preclaim,
  apply,
  consequences: (tx) => {
    const most = paymentOf(tx).SendMax ?? paymentOf(tx).Amount;
    return { potentialSpend: isXrp(most) ? BigInt(most) : 0n };
  },
};
