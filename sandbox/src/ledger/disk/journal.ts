import fs from 'node:fs';
import path from 'node:path';
import type { StateChange } from '../chain/close-ledger.js';
import type { ClosedLedger } from '../chain/ledger.js';
import { encodeRecord } from './record.js';

const FILE = 'ledgers.jsonl';

export const journalFile = (dataDir: string): string => path.join(dataDir, FILE);

/** The file that closed ledgers are appended to. What `append` returned from survives a crash of the machine. */
export class Journal {
  private constructor(private readonly descriptor: number) {}

  static open(dataDir: string): Journal {
    fs.mkdirSync(dataDir, { recursive: true });
    const file = journalFile(dataDir);
    const isNew = !fs.existsSync(file);
    const journal = new Journal(fs.openSync(file, 'a', 0o600));
    if (isNew) syncDirectory(dataDir);
    return journal;
  }

  append(ledger: ClosedLedger, changes: readonly StateChange[]): void {
    const bytes = Buffer.from(encodeRecord(ledger, changes));
    const before = fs.fstatSync(this.descriptor).size;
    try {
      for (let written = 0; written < bytes.length;) written += fs.writeSync(this.descriptor, bytes, written);
      fs.fdatasyncSync(this.descriptor);
    } catch (error) {
      fs.ftruncateSync(this.descriptor, before); // a full disk must not leave half a record in front of later ones
      throw error;
    }
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}

/** A new file's name stands in its folder, which has to reach the disk as well. */
function syncDirectory(dir: string): void {
  const descriptor = fs.openSync(dir, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
