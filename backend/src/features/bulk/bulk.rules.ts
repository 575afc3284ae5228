/** What can be wrong with a row of a bulk operation, before the ledger is asked. Pure. */
import type { BulkKind, BulkRow } from '@tknest/contracts/api';
import { parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { isValidClassicAddress } from 'xrpl';

const WHOLE = /^([1-9]\d{0,8}|1000000000)$/;
const RLUSD = /^(?!0+(\.0*)?$)\d{1,9}(\.\d{1,6})?$/;

/** @param own the platform's own accounts, which a list may not contain */
export function problemOf(
  kind: BulkKind,
  { recipientAddress, amount }: BulkRow,
  seen: ReadonlySet<string>,
  own: ReadonlySet<string>,
): string | null {
  if (typeof recipientAddress !== 'string') return 'Recipient address is required';
  if (typeof amount !== 'string') return 'Amount is required';
  if (!isValidClassicAddress(recipientAddress)) return 'Valid XRPL wallet address required';
  if (own.has(recipientAddress)) return 'This is an account of the platform, or the issuer of RLUSD';
  if (seen.has(recipientAddress)) return 'This wallet is in the list twice';
  if (kind === 'issue' && !WHOLE.test(amount)) return 'Amount must be a whole number of tokens from 1 to 1,000,000,000';
  if (kind === 'payout' && !RLUSD.test(amount)) return 'Amount must be positive, with at most 6 decimals';
  // The kind of a proposal in the log may be anything, and what is neither would be paid without the checks of both.
  return kind === 'issue' || kind === 'payout' ? null : 'kind must be issue or payout';
}

/** The problem of each row, or null, in row order; of two rows with one wallet, the second is wrong. */
export function problemsOf(kind: BulkKind, rows: readonly BulkRow[], own: ReadonlySet<string>): (string | null)[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const problem = problemOf(kind, row, seen, own);
    seen.add(row.recipientAddress);
    return problem;
  });
}

/** The sum, as decimal text, of the rows with valid amounts. */
export const totalOfRows = (kind: BulkKind, rows: readonly BulkRow[]): string =>
  toDecimal(
    rows.reduce(
      (sum, { amount }) => sum + ((kind === 'issue' ? WHOLE : RLUSD).test(amount) ? amountOf(amount) : 0n),
      0n,
    ),
  );

export const amountOf = (amount: string): Micro => parseRlusd(amount);
