/** The XRPL transactions of a payment's legs. */
import { CURRENCY, ISSUANCE_MEMO, PAYMENT, REDEMPTION_MEMO } from '@tknest/contracts/rules';
import { toDecimal, type Micro } from '@tknest/contracts/money';
import { hexOf, memoOf } from '#platform/ledger/memo.js';

type Transaction = Record<string, unknown>;

const FEE_REFUND_MEMO = { type: 'tknest/fee-refund/1', format: 'application/json' };
const TF_SET_AUTH = 0x00010000;
const TF_SET_NO_RIPPLE = 0x00020000;

interface MoneyPayment {
  from: string;
  to: string;
  amount: Micro;
  memo: string | null;
  /** The platform's mark of the payment, as a memo. */
  mark?: object;
  issuer: string;
}

const textMemo = (text: string) => ({ Memo: { MemoType: hexOf('text/plain'), MemoData: hexOf(text) } });

/** The payer's own text on a payment; null if there is none. */
export function textOf(tx: Record<string, any>): string | null {
  const memo = (tx.Memos ?? []).find(({ Memo }: any) => Memo?.MemoType === hexOf('text/plain'));
  return memo ? Buffer.from(String(memo.Memo.MemoData), 'hex').toString('utf8') : null;
}

const moneyPayment = ({ from, to, amount, memo, mark, issuer }: MoneyPayment): Transaction => ({
  TransactionType: 'Payment',
  Account: from,
  Destination: to,
  Amount: { currency: CURRENCY.rlusd, issuer, value: toDecimal(amount) },
  ...(memo || mark ? { Memos: [...(memo ? [textMemo(memo)] : []), ...(mark ? [mark] : [])] } : {}),
});

/** RLUSD from one account to another. */
export const rlusdPayment = (
  input: MoneyPayment & { sequence: number; lastLedgerSequence: number; fee: bigint },
): Transaction => ({
  ...moneyPayment(input),
  Fee: input.fee.toString(),
  Sequence: input.sequence,
  LastLedgerSequence: input.lastLedgerSequence,
});

export function tokenTrustLine(input: {
  holder: string;
  issuer: string;
  sequence: number;
  lastLedgerSequence: number;
  fee: bigint;
}): Transaction {
  return {
    TransactionType: 'TrustSet',
    Account: input.holder,
    LimitAmount: { currency: CURRENCY.token, issuer: input.issuer, value: PAYMENT.tokenLineLimit },
    Fee: input.fee.toString(),
    Sequence: input.sequence,
    LastLedgerSequence: input.lastLedgerSequence,
  };
}

/**
 * The issuer's authorization of a holder's trust line, with rippling disabled, so that tokens cannot move past the
 * register.
 */
export const authoriseLine = ({ holder, issuer }: { holder: string; issuer: string }): Transaction => ({
  TransactionType: 'TrustSet',
  Account: issuer,
  LimitAmount: { currency: CURRENCY.token, issuer: holder, value: '0' },
  Flags: TF_SET_AUTH | TF_SET_NO_RIPPLE,
});

/** The memo of an issuance; property and purchase are null if it is manual, only the property if it is automatic. */
export const issuanceMemo = (property: number | null, purchase: string | null, tokens: number) =>
  JSON.stringify({ property, purchase, tokens });

/** An issuance, with a memo from which the register can be rebuilt from the ledger alone. */
export function issuance(input: {
  holder: string;
  issuer: string;
  property: number | null;
  purchase: string | null;
  tokens: number;
}): Transaction {
  const data = issuanceMemo(input.property, input.purchase, input.tokens);
  return {
    TransactionType: 'Payment',
    Account: input.issuer,
    Destination: input.holder,
    Amount: { currency: CURRENCY.token, issuer: input.issuer, value: String(input.tokens) },
    Memos: [memoOf(ISSUANCE_MEMO, data)],
  };
}

/** The memo of a clawback that redeems tokens. */
export const redemptionMemo = (property: number, tokens: number) =>
  JSON.stringify({ property, purchase: null, tokens });

/** Claws back exactly this number of a holder's tokens; the memo names the property with the paid-off loan. */
export const clawback = (input: { holder: string; issuer: string; property: number; tokens: number }): Transaction => ({
  TransactionType: 'Clawback',
  Account: input.issuer,
  // In a clawback, the amount's `issuer` field names the holder (XLS-39).
  Amount: { currency: CURRENCY.token, issuer: input.holder, value: String(input.tokens) },
  Memos: [memoOf(REDEMPTION_MEMO, redemptionMemo(input.property, input.tokens))],
});

/** The memo of a fee refund. */
export const feeRefundMemo = (payment: string) => JSON.stringify({ payment });

/** Refunds a fee that was paid twice to its payer; the memo names the payment and no person. */
export function feeRefund(input: {
  from: string;
  to: string;
  amount: Micro;
  issuer: string;
  payment: string;
}): Transaction {
  const { from, to, amount, issuer } = input;
  const { Memos: _, ...payment } = moneyPayment({ from, to, amount, issuer, memo: null });
  const data = feeRefundMemo(input.payment);
  return {
    ...payment,
    Memos: [memoOf(FEE_REFUND_MEMO, data)],
  };
}
