import { toDecimal, type Micro } from '@tknest/contracts/money';
import { ISSUANCE_MEMO, REDEMPTION_MEMO } from '@tknest/contracts/rules';
import { tokenMoves } from './account-transaction.js';
import { found, hex, isAmount, MATCHED, memoData, type LedgerTransaction, type Verdict } from './verdict.js';
import { feeRefundMemo, type Payment } from '#features/payments/rules.public.js';

/** The log's claim about one settled leg. */
export interface Claim {
  /** The id of the payment, manual issuance or redemption; null if there is none. */
  paymentId: string | null;
  /** The id of a payout's line, or of XRP that is sent back. */
  line?: string;
  propertyId: number | null;
  leg: 'recipient' | 'platform' | 'issuance' | 'fee-refund' | 'hand-issue' | 'payout' | 'redemption' | 'xrp-return';
  hash: string;
  /** Null if the event does not name it. */
  ledgerIndex: number | null;
  from: string;
  to: string;
  currency: string;
  issuer: string;
  /** Of XRP: drops. */
  value: Micro;
  /** Text that the transaction must carry; null: none. */
  memo: string | null;
}

/**
 * Compares one settled leg with the ledger.
 * @param recorded the leg and payment for which the log recorded this hash before it was sent
 * @param onLedger null if it is in none of the possible ledgers
 */
export function judgeClaim(
  claim: Claim,
  recorded: { paymentId: string | null; leg: string } | undefined,
  onLedger: LedgerTransaction | null,
): Verdict {
  const differs = (what: string, books: unknown, ledger: unknown) =>
    found('books-differ', `The event log records ${called(claim)} as settled, but the ${what} on the ledger differs.`, {
      leg: claim.leg,
      what,
      books,
      ledger,
    });
  if (!onLedger)
    return found(
      'missing-on-ledger',
      `The event log records ${called(claim)} as settled, but its transaction is in no validated ledger.`,
      { leg: claim.leg, ledgerIndex: claim.ledgerIndex },
    );
  const { tx, result, delivered } = onLedger;
  if (result !== 'tesSUCCESS') return differs('result', 'tesSUCCESS', result);
  const takesBack = claim.leg === 'redemption';
  const type = takesBack ? 'Clawback' : 'Payment';
  if (tx.TransactionType !== type) return differs('type', type, tx.TransactionType);
  if (tx.Account !== claim.from) return differs('payer', claim.from, tx.Account);
  // A clawback names its holder only in the amount.
  if (!takesBack && tx.Destination !== claim.to) return differs('payee', claim.to, tx.Destination);
  const moved = takesBack ? takenBack(onLedger, claim) : delivered;
  if (!isAmount(moved, claim.currency, claim.issuer, claim.value))
    return differs(
      'delivered amount',
      { currency: claim.currency, issuer: claim.issuer, value: toDecimal(claim.value) },
      moved,
    );
  if (memoData(tx) !== claim.memo) return differs('memo', claim.memo, memoData(tx));
  const memoType = memoTypeOf(claim.leg);
  if (memoType && tx.Memos?.[0]?.Memo?.MemoType !== hex(memoType))
    return differs('memo type', hex(memoType), tx.Memos?.[0]?.Memo?.MemoType);
  if (claim.ledgerIndex !== null && onLedger.ledgerIndex !== claim.ledgerIndex)
    return differs('ledger', claim.ledgerIndex, onLedger.ledgerIndex);
  if (recorded?.paymentId !== claim.paymentId || recorded.leg !== claim.leg)
    return differs('payment it was recorded for', claim.paymentId, recorded?.paymentId ?? null);
  return MATCHED;
}

function memoTypeOf(leg: Claim['leg']): string | null {
  if (leg === 'redemption') return REDEMPTION_MEMO.type;
  return leg === 'issuance' || leg === 'hand-issue' ? ISSUANCE_MEMO.type : null;
}

/** The amount that a clawback took from the holder's line, which may be less than the stated amount. */
function takenBack({ meta }: LedgerTransaction, { from, to, currency }: Claim) {
  const move = tokenMoves(meta, from).find((one) => one.counterparty === to && one.currency === currency);
  return move ? { currency, issuer: to, value: move.value } : null;
}

const called = ({ leg }: Claim) => CALLED[leg] ?? `the ${leg} of a payment`;
const CALLED: Partial<Record<Claim['leg'], string>> = {
  'hand-issue': 'a manual issuance',
  payout: 'a payout',
  redemption: 'a redemption',
  'xrp-return': 'a return of XRP',
};

/**
 * Compares the escrow's books with the ledger. Payments that runs have sent but not concluded may have left it already.
 * @param sent the sum of the runs' payments in flight
 */
export function judgeEscrow(books: Micro, ledger: Micro, sent: Micro): 'matches' | 'in-flight' | 'differs' {
  return judgeBalance(ledger, books, sent);
}

/**
 * Compares books and ledger: `in-flight` if payments in flight explain the difference.
 * @param coming the ledger may be ahead by this much
 * @param leaving the ledger may be behind by this much
 */
export function judgeBalance(
  books: Micro,
  ledger: Micro,
  coming: Micro,
  leaving: Micro = 0n,
): 'matches' | 'in-flight' | 'differs' {
  const difference = ledger - books;
  if (difference === 0n) return 'matches';
  return difference <= coming && difference >= -leaving ? 'in-flight' : 'differs';
}

/** What a payment says of who pays whom. */
export type Parties = Pick<Payment, 'paymentId' | 'payer' | 'payee' | 'feeWallet' | 'amount' | 'platformFee' | 'memo'>;

/** The payer, payee and amount of a leg in RLUSD. */
export function partiesOf(
  leg: 'recipient' | 'platform' | 'fee-refund',
  { payer, payee, feeWallet, amount, platformFee, memo, paymentId }: Parties,
): Pick<Claim, 'from' | 'to' | 'value' | 'memo'> {
  if (leg === 'recipient') return { from: payer, to: payee, value: amount, memo };
  if (leg === 'platform') return { from: payer, to: feeWallet, value: platformFee, memo: null };
  return { from: feeWallet, to: payer, value: platformFee, memo: feeRefundMemo(paymentId) };
}
