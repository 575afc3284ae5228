import fs from 'node:fs';
import path from 'node:path';
import type { StateChange } from '../chain/close-ledger.js';
import type { ClosedLedger } from '../chain/ledger.js';
import { encodeRecord } from './record.js';

const FILE = 'ledgers.jsonl';

export const journalFile = (dataDir: string): string => path.join(dataDir, FILE);

/** The file that closed ledgers are appended to. What `append` returned from survives a crash of the machine. */
export class Journal {
  private constructor(
    private readonly dataDir: string,
    private descriptor: number,
  ) {}

  static open(dataDir: string): Journal {
    fs.mkdirSync(dataDir, { recursive: true });
    const file = journalFile(dataDir);
    const isNew = !fs.existsSync(file);
    const journal = new Journal(dataDir, openForAppending(file));
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

  /** Copies all that was appended so far; the copy is whole or not there. */
  copyTo(file: string): void {
    copyDurably(journalFile(this.dataDir), file);
  }

  /** Continues from an earlier copy; what came after it is gone. */
  replaceBy(copy: string): void {
    copyDurably(copy, journalFile(this.dataDir));
    fs.closeSync(this.descriptor);
    this.descriptor = openForAppending(journalFile(this.dataDir));
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}

const openForAppending = (file: string): number => fs.openSync(file, 'a', 0o600);

/** A file appears under its name only when all of it is on disk. */
function copyDurably(from: string, to: string): void {
  const unfinished = `${to}.new`;
  fs.copyFileSync(from, unfinished);
  const descriptor = fs.openSync(unfinished, 'r+');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.renameSync(unfinished, to);
  syncDirectory(path.dirname(to));
}

/** The name of a new file is in its folder, which has to reach the disk as well. */
function syncDirectory(dir: string): void {
  const descriptor = fs.openSync(dir, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
