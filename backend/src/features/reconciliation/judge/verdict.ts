/**
 * Decides whether books and ledger agree. Pure: the input is what was read from both sides, the output a verdict;
 * nothing here reads or writes.
 *
 * - ledger → log: `judgeAccountTransaction` for the platform's accounts, `judgePrincipal` for what buyers pay landlords
 * - log → ledger: `judgeClaim` for everything that the log calls settled
 */
import { parseLedgerValue, type Micro } from '@tknest/contracts/money';
import type { CaseKind } from '@tknest/contracts/events';
import { isMark } from '#features/payments/rules.public.js';
import type { Amount } from '#platform/ledger/ledger-port.js';

export type Json = Record<string, any>;

export type { LedgerTransaction } from '#platform/ledger/ledger-port.js';

export interface Finding {
  kind: CaseKind;
  summary: string;
  details: Record<string, unknown>;
}

/**
 * `foreign`: a private transaction, which the log need not know; `under-way`: its payment has not ended, so it is
 * judged again later.
 */
export type Verdict =
  | { is: 'matched' }
  | { is: 'foreign' }
  | { is: 'under-way' }
  /** A fee that its payment does not know: the payment's own rules decide whether it is owed back. */
  | { is: 'extra-fee'; paymentId: string }
  | { is: 'finding'; finding: Finding };

export const MATCHED = { is: 'matched' } as const;
export const UNDER_WAY = { is: 'under-way' } as const;
export const found = (kind: CaseKind, summary: string, details: Record<string, unknown> = {}): Verdict => ({
  is: 'finding',
  finding: { kind, summary, details },
});

export function isAmount(amount: Amount | null, currency: string, issuer: string, value: Micro): boolean {
  if (currency === 'XRP') return amount === value.toString();
  return (
    amount !== null &&
    typeof amount === 'object' &&
    amount.currency === currency &&
    amount.issuer === issuer &&
    parseLedgerValue(amount.value) === value
  );
}

export const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();
export const memosOf = (tx: Json) =>
  JSON.stringify(
    (tx.Memos ?? []).map(({ Memo }: Json) => [Memo.MemoType ?? null, Memo.MemoFormat ?? null, Memo.MemoData ?? null]),
  );

/** The text of its first memo that is not the platform's mark. */
export function memoData(tx: Json): string | null {
  const data = (tx.Memos ?? []).find((memo: Json) => !isMark(memo))?.Memo?.MemoData as string | undefined;
  return data === undefined ? null : Buffer.from(data, 'hex').toString('utf8');
}
