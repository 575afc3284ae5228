import { toDecimal, type Micro } from '@tknest/contracts/money';
import { ISSUANCE_MEMO } from '@tknest/contracts/rules';
import { found, hex, isAmount, MATCHED, memoData, type LedgerTransaction, type Verdict } from './verdict.js';

/** What the log says of one leg that it calls settled. */
export interface Claim {
  /** Of the payment, or of the issuance by hand; null of a payout's line. */
  paymentId: string | null;
  /** Names a payout's line. */
  line?: string;
  propertyId: number | null;
  leg: 'recipient' | 'platform' | 'issuance' | 'fee-refund' | 'hand-issue' | 'payout';
  hash: string;
  /** Null where the fact does not name it. */
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
 * @param journalled for which leg of which payment the log journalled this hash before it was sent
 * @param onLedger null: in none of the ledgers it could stand in
 */
export function judgeClaim(
  claim: Claim,
  journalled: { paymentId: string | null; leg: string } | undefined,
  onLedger: LedgerTransaction | null,
): Verdict {
  const differs = (what: string, books: unknown, ledger: unknown) =>
    found('books-differ', `The log calls ${called(claim)} settled, but on the ledger the ${what} is another.`, {
      leg: claim.leg,
      what,
      books,
      ledger,
    });
  if (!onLedger)
    return found(
      'missing-on-ledger',
      `The log calls ${called(claim)} settled, but its transaction is on no validated ledger.`,
      { leg: claim.leg, ledgerIndex: claim.ledgerIndex },
    );
  const { tx, result, delivered } = onLedger;
  if (result !== 'tesSUCCESS') return differs('result', 'tesSUCCESS', result);
  if (tx.TransactionType !== 'Payment') return differs('type', 'Payment', tx.TransactionType);
  if (tx.Account !== claim.from) return differs('payer', claim.from, tx.Account);
  if (tx.Destination !== claim.to) return differs('payee', claim.to, tx.Destination);
  if (!isAmount(delivered, claim.currency, claim.issuer, claim.value))
    return differs(
      'delivered amount',
      { currency: claim.currency, issuer: claim.issuer, value: toDecimal(claim.value) },
      delivered,
    );
  if (memoData(tx) !== claim.memo) return differs('memo', claim.memo, memoData(tx));
  const issues = claim.leg === 'issuance' || claim.leg === 'hand-issue';
  if (issues && tx.Memos?.[0]?.Memo?.MemoType !== hex(ISSUANCE_MEMO.type))
    return differs('memo type', hex(ISSUANCE_MEMO.type), tx.Memos?.[0]?.Memo?.MemoType);
  if (claim.ledgerIndex !== null && onLedger.ledgerIndex !== claim.ledgerIndex)
    return differs('ledger', claim.ledgerIndex, onLedger.ledgerIndex);
  if (journalled?.paymentId !== claim.paymentId || journalled.leg !== claim.leg)
    return differs('payment it was journalled for', claim.paymentId, journalled?.paymentId ?? null);
  return MATCHED;
}

const called = ({ leg }: Claim) =>
  leg === 'hand-issue' ? 'an issuance by hand' : leg === 'payout' ? 'a payout' : `the ${leg} of a payment`;

/**
 * The escrow's books beside the ledger. What runs have sent and not concluded may have left it already.
 * @param sent what runs have under way
 */
export function judgeEscrow(books: Micro, ledger: Micro, sent: Micro): 'matches' | 'in-flight' | 'differs' {
  return judgeBalance(ledger, books, sent);
}

/** Books beside ledger: `in-flight` where payments under way account for the difference. */
export function judgeBalance(books: Micro, ledger: Micro, inFlight: Micro): 'matches' | 'in-flight' | 'differs' {
  const difference = ledger - books;
  if (difference === 0n) return 'matches';
  return difference > 0n && difference <= inFlight ? 'in-flight' : 'differs';
}
