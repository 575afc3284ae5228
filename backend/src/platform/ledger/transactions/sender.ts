import { LedgerUnavailable, type LedgerPort } from '../ledger-port.js';
import type { SignedBlobs } from '../submissions/submission.js';
import type { UnderWay } from './decide.js';

/** How many submissions wait for their answers at the same time. */
const SENT_AT_ONCE = 32;

/** Stores signed blobs, and sends journaled ones. Results are determined elsewhere. */
export class Sender {
  /** The ledger for which each was last sent: once per ledger is enough. */
  private readonly sentFor = new Map<string, number>();

  constructor(private readonly ports: { ledger: Pick<LedgerPort, 'submit'>; blobs: SignedBlobs }) {}

  /** @param blobs by hash. @returns the vault item */
  keep(owner: string, blobs: Readonly<Record<string, string>>): Promise<string> {
    return this.ports.blobs.keep(owner, JSON.stringify(blobs));
  }

  /**
   * Sends the same blobs again, except those already sent since the last ledger closed. @param index the index of that
   * ledger
   */
  async again(pending: readonly UnderWay[], index: number): Promise<void> {
    const due = pending.filter(({ hash, preparedAt }) => (this.sentFor.get(hash) ?? preparedAt) < index);
    for (const { hash } of due) this.sentFor.set(hash, index);
    for (const item of new Set(due.map(({ blobItem }) => blobItem))) {
      const opened = await this.ports.blobs.open(item);
      const of = due.filter(({ blobItem }) => blobItem === item);
      const blobs = of.map(({ hash }) => blobIn(opened, hash));
      const inSequence = of.some(({ ticket }) => ticket === null);
      await this.send(blobs, inSequence);
    }
  }

  /** Concluded transactions are never sent again. */
  forget(hashes: readonly string[]): void {
    for (const hash of hashes) this.sentFor.delete(hash);
  }

  /** How many are remembered. */
  get remembered(): number {
    return this.sentFor.size;
  }

  /** @param inSequence one after another, because each needs the previous one's sequence */
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

/** One of the blobs in a vault item. */
export const blobIn = (kept: string, hash: string): string => (JSON.parse(kept) as Record<string, string>)[hash]!;
