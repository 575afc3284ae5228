import { createHash } from 'node:crypto';
import type { StateChange } from '../chain/close-ledger.js';
import type { ClosedLedger, LedgerHeader, LedgerTransaction } from '../chain/ledger.js';

/** One closed ledger as a line of the file: its content and its changes to the previous state. */
export interface LedgerRecord {
  readonly header: LedgerHeader;
  readonly transactions: readonly LedgerTransaction[];
  readonly changes: readonly StateChange[];
}

const CHECKSUM_DIGITS = 16;
const checksum = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, CHECKSUM_DIGITS);

/** `checksum SPACE json NEWLINE`: the checksum reveals a partly written line. */
export function encodeRecord({ header, transactions }: ClosedLedger, changes: readonly StateChange[]): string {
  const body = JSON.stringify({
    header: { ...header, totalCoins: header.totalCoins.toString() },
    transactions,
    changes: changes.map(([index, entry]) => [index, entry ?? null]),
  });
  return `${checksum(body)} ${body}\n`;
}

/** The record of a line without its newline, or undefined if the line is not complete. */
export function decodeRecord(line: string): LedgerRecord | undefined {
  const body = line.slice(CHECKSUM_DIGITS + 1);
  if (line.slice(0, CHECKSUM_DIGITS) !== checksum(body)) return undefined;
  const { header, transactions, changes } = JSON.parse(body) as {
    header: Omit<LedgerHeader, 'totalCoins' | 'networkId'> & { totalCoins: string; networkId?: number };
    transactions: LedgerTransaction[];
    changes: [string, StateChange[1] | null][];
  };
  return {
    // Files from before networks could be chosen do not name one.
    header: { ...header, totalCoins: BigInt(header.totalCoins), networkId: header.networkId ?? 0 },
    transactions,
    changes: changes.map(([index, entry]): StateChange => [index, entry ?? undefined]),
  };
}
