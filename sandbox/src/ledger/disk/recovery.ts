import fs from 'node:fs';
import { toHex } from '../codec/hash.js';
import { type ClosedLedger, emptyState } from '../chain/ledger.js';
import { journalFile } from './journal.js';
import { decodeRecord, type LedgerRecord } from './record.js';

const NEWLINE = 10;

/** Thrown where the file holds something else than the ledgers that were written to it. */
export class DamagedJournal extends Error {}

/**
 * Reads all ledgers back. A truncated last record, as after kill -9, is dropped: that ledger was never announced.
 * Damage anywhere else is an error, because the ledgers after it cannot be trusted.
 */
export function recoverLedgers(dataDir: string): ClosedLedger[] {
  const file = journalFile(dataDir);
  if (!fs.existsSync(file)) return [];
  const bytes = fs.readFileSync(file);
  const ledgers: ClosedLedger[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(NEWLINE, at);
    const record = end < 0 ? undefined : decodeRecord(bytes.toString('utf8', at, end));
    if (!record) {
      if (end >= 0 && end < bytes.length - 1) throw new DamagedJournal(`${file}: damaged record at byte ${at}`);
      fs.truncateSync(file, at);
      break;
    }
    ledgers.push(ledgerOf(record, ledgers.at(-1)));
    at = end + 1;
  }
  const last = ledgers.at(-1);
  if (last && toHex(last.state.hash()) !== last.header.accountHash)
    throw new DamagedJournal(`${file}: the state does not match ledger ${last.header.index}`);
  return ledgers;
}

function ledgerOf({ header, transactions, changes }: LedgerRecord, parent: ClosedLedger | undefined): ClosedLedger {
  if (parent && header.parentHash !== parent.header.hash)
    throw new DamagedJournal(`ledger ${header.index} does not follow ledger ${parent.header.index}`);
  return { header, transactions, state: (parent?.state ?? emptyState()).with(changes) };
}
