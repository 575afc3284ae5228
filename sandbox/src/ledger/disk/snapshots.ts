import fs from 'node:fs';
import path from 'node:path';
import type { ClosedLedger } from '../chain/ledger.js';
import type { Journal } from './journal.js';
import { recoverLedgers } from './recovery.js';

/** Thrown where there is no snapshot of a name. */
export class NoSuchSnapshot extends Error {}

/** Chains saved under a name, from which a node can continue. */
export interface Snapshots {
  names(): string[];
  save(name: string, ledgers: readonly ClosedLedger[]): void;
  /** The ledgers of a snapshot, which from now on are the chain. @throws NoSuchSnapshot */
  restore(name: string): readonly ClosedLedger[];
}

/** Snapshots that last as long as the process; they share all that did not change. */
export class SnapshotsInMemory implements Snapshots {
  private readonly kept = new Map<string, readonly ClosedLedger[]>();

  names(): string[] {
    return [...this.kept.keys()].sort();
  }

  save(name: string, ledgers: readonly ClosedLedger[]): void {
    this.kept.set(name, [...ledgers]);
  }

  restore(name: string): readonly ClosedLedger[] {
    const ledgers = this.kept.get(name);
    if (!ledgers) throw new NoSuchSnapshot(name);
    return ledgers;
  }
}

const SUFFIX = '.jsonl';

/** Snapshots as copies of the journal, in the folder `snapshots` beside it. */
export class SnapshotsOnDisk implements Snapshots {
  private readonly folder: string;

  constructor(
    private readonly dataDir: string,
    private readonly journal: Journal,
  ) {
    this.folder = path.join(dataDir, 'snapshots');
  }

  private file(name: string): string {
    return path.join(this.folder, name + SUFFIX);
  }

  names(): string[] {
    if (!fs.existsSync(this.folder)) return [];
    const files = fs.readdirSync(this.folder).filter((file) => file.endsWith(SUFFIX));
    return files.map((file) => file.slice(0, -SUFFIX.length)).sort();
  }

  save(name: string): void {
    fs.mkdirSync(this.folder, { recursive: true });
    this.journal.copyTo(this.file(name));
  }

  restore(name: string): readonly ClosedLedger[] {
    if (!fs.existsSync(this.file(name))) throw new NoSuchSnapshot(name);
    this.journal.replaceBy(this.file(name));
    return recoverLedgers(this.dataDir);
  }
}
