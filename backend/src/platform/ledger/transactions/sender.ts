import { LedgerUnavailable, type LedgerPort } from '../ledger-port.js';
import type { SignedBlobs } from '../submissions/submission.js';
import type { UnderWay } from './decide.js';

/** Submissions that wait for their answers at a time. */
const SENT_AT_ONCE = 32;

/** Keeps signed blobs, and sends what was journaled. Results are determined elsewhere. */
export class Sender {
  /** For which ledger each was last sent: once a ledger is enough. */
  private readonly sentFor = new Map<string, number>();

  constructor(private readonly ports: { ledger: Pick<LedgerPort, 'submit'>; blobs: SignedBlobs }) {}

  /** @param blobs by hash. @returns the vault's item */
  keep(owner: string, blobs: Readonly<Record<string, string>>): Promise<string> {
    return this.ports.blobs.keep(owner, JSON.stringify(blobs));
  }

  /** The same blobs once more, those that were not sent since the last ledger closed. @param index of that ledger */
  async again(pending: readonly UnderWay[], index: number): Promise<void> {
    const kept = pending.filter((one): one is UnderWay & { blobItem: string } => one.blobItem !== null);
    const due = kept.filter(({ hash, preparedAt }) => (this.sentFor.get(hash) ?? preparedAt) < index);
    for (const { hash } of due) this.sentFor.set(hash, index);
    for (const item of new Set(due.map(({ blobItem }) => blobItem))) {
      const opened = await this.ports.blobs.open(item);
      const of = due.filter(({ blobItem }) => blobItem === item);
      const blobs = of.map(({ hash }) => blobIn(opened, hash));
      const inSequence = of.some(({ ticket }) => ticket === null);
      await this.send(blobs, inSequence);
    }
  }

  /** What is concluded is never sent again. */
  forget(hashes: readonly string[]): void {
    for (const hash of hashes) this.sentFor.delete(hash);
  }

  /** How many are remembered. */
  get remembered(): number {
    return this.sentFor.size;
  }

  /** @param inSequence one after another: each needs the sequence that the one before it leaves */
  async send(blobs: readonly string[], inSequence = false): Promise<void> {
    const atOnce = inSequence ? 1 : SENT_AT_ONCE;
    for (let at = 0; at < blobs.length; at += atOnce)
      await Promise.all(
        blobs.slice(at, at + atOnce).map((blob) =>
          this.ports.ledger.submit(blob).catch((error: unknown) => {
            if (!(error instanceof LedgerUnavailable)) throw error;
          }),
        ),
      );
  }
}

/** Older programs kept the blob of a single transaction as it is. */
export const blobIn = (kept: string, hash: string): string =>
  kept.startsWith('{') ? (JSON.parse(kept) as Record<string, string>)[hash]! : kept;
