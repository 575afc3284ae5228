import { toDecimal, type Micro } from '@tknest/contracts/money';
import { ISSUANCE_MEMO, REDEMPTION_MEMO } from '@tknest/contracts/rules';
import { tokenMoves } from './account-transaction.js';
import { found, hex, isAmount, MATCHED, memoData, type LedgerTransaction, type Verdict } from './verdict.js';
import { feeRefundMemo, type Payment } from '#features/payments/rules.public.js';

/** What the log says of one leg that it calls settled. */
export interface Claim {
  /** Of the payment, of the issuance by hand or of the redemption; null of a payout's line. */
  paymentId: string | null;
  /** Names a payout's line. */
  line?: string;
  propertyId: number | null;
  leg: 'recipient' | 'platform' | 'issuance' | 'fee-refund' | 'hand-issue' | 'payout' | 'redemption';
  hash: string;
  /** Null if the fact does not name it. */
  ledgerIndex: number | null;
  from: string;
  to: string;
  currency: string;
  issuer: string;
  value: Micro;
  /** Text that the transaction must carry; null: none. */
  memo: string | null;
}

/**
 * One settled leg against the ledger.
 * @param recorded for which leg of which payment the log recorded this hash before it was sent
 * @param onLedger null if it is in none of the ledgers that it could be in
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
  // A clawback names its holder in the amount alone.
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

/** What a clawback took of the holder's line: it may be less than it names. */
function takenBack({ meta }: LedgerTransaction, { from, to, currency }: Claim) {
  const move = tokenMoves(meta, from).find((one) => one.counterparty === to && one.currency === currency);
  return move ? { currency, issuer: to, value: move.value } : null;
}

const called = ({ leg }: Claim) => CALLED[leg] ?? `the ${leg} of a payment`;
const CALLED: Partial<Record<Claim['leg'], string>> = {
  'hand-issue': 'a manual issuance',
  payout: 'a payout',
  redemption: 'a redemption',
};

/**
 * The escrow's books beside the ledger. What runs have sent and not concluded may have left it already.
 * @param sent what runs have under way
 */
export function judgeEscrow(books: Micro, ledger: Micro, sent: Micro): 'matches' | 'in-flight' | 'differs' {
  return judgeBalance(ledger, books, sent);
}

/**
 * Books beside ledger: `in-flight` where what is under way accounts for the difference.
 * @param coming the ledger may be ahead by so much
 * @param leaving the ledger may be behind by so much
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

/** Who pays whom with a leg in RLUSD, and how much. */
export function partiesOf(
  leg: 'recipient' | 'platform' | 'fee-refund',
  { payer, payee, feeWallet, amount, platformFee, memo, paymentId }: Parties,
): Pick<Claim, 'from' | 'to' | 'value' | 'memo'> {
  if (leg === 'recipient') return { from: payer, to: payee, value: amount, memo };
  if (leg === 'platform') return { from: payer, to: feeWallet, value: platformFee, memo: null };
  return { from: feeWallet, to: payer, value: platformFee, memo: feeRefundMemo(paymentId) };
}
