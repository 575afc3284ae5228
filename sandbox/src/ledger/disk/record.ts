import { createHash } from 'node:crypto';
import type { StateChange } from '../chain/close-ledger.js';
import type { ClosedLedger, LedgerHeader, LedgerTransaction } from '../chain/ledger.js';

/** One closed ledger as a line of the file: what it holds, and what it changed in the state before it. */
export interface LedgerRecord {
  readonly header: LedgerHeader;
  readonly transactions: readonly LedgerTransaction[];
  readonly changes: readonly StateChange[];
}

const CHECKSUM_DIGITS = 16;
const checksum = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, CHECKSUM_DIGITS);

/** `checksum SPACE json NEWLINE`: a line that was only partly written is told by its checksum. */
export function encodeRecord({ header, transactions }: ClosedLedger, changes: readonly StateChange[]): string {
  const body = JSON.stringify({
    header: { ...header, totalCoins: header.totalCoins.toString() },
    transactions,
    changes: changes.map(([index, entry]) => [index, entry ?? null]),
  });
  return `${checksum(body)} ${body}\n`;
}

/** The record of a line without its newline, or undefined where the line is not whole. */
export function decodeRecord(line: string): LedgerRecord | undefined {
  const body = line.slice(CHECKSUM_DIGITS + 1);
  if (line.slice(0, CHECKSUM_DIGITS) !== checksum(body)) return undefined;
  const { header, transactions, changes } = JSON.parse(body) as {
    header: Omit<LedgerHeader, 'totalCoins' | 'networkId'> & { totalCoins: string; networkId?: number };
    transactions: LedgerTransaction[];
    changes: [string, StateChange[1] | null][];
  };
  return {
    // Ledgers of before there was a choice of networks do not name theirs.
    header: { ...header, totalCoins: BigInt(header.totalCoins), networkId: header.networkId ?? 0 },
    transactions,
    changes: changes.map(([index, entry]): StateChange => [index, entry ?? undefined]),
  };
}
