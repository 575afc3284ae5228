import { LedgerUnavailable, type AccountFacts, type Conclusion, type LedgerPort } from '../ledger-port.js';
import { membersToSeek } from './submission.rules.js';
import { isSigned, soughtOf, type Fates, type Signed, type SignedBlobs, type Submission } from './submission.js';

/** Reads the ledger for the submission rules, and sends journaled blobs. */
export class Submitter {
  constructor(
    private readonly ledger: LedgerPort,
    private readonly blobs: SignedBlobs,
  ) {}

  /** Sends the journaled blob. Its result is determined elsewhere. */
  async send({ blobItem }: Pick<Submission, 'blobItem'>): Promise<void> {
    const blob = await this.blobs.open(blobItem!);
    await this.ledger.submit(blob).catch((error: unknown) => {
      if (!(error instanceof LedgerUnavailable)) throw error;
    });
  }

  /** @throws LedgerUnavailable */
  fate(account: string, submission: Signed<Omit<Submission, 'state'>>): Promise<Conclusion> {
    return this.ledger.conclude(soughtOf(account, submission));
  }

  /**
   * What `proposeBeginning` needs to know about a group. @throws LedgerUnavailable, also if the node cannot tell yet
   */
  async look(
    account: string,
    group: readonly Submission[],
  ): Promise<{ account: AccountFacts | null; ledgerIndex: number; fates: Fates }> {
    const facts = await this.ledger.account(account);
    const ledgerIndex = await this.ledger.validatedIndex();
    const fates = await this.fates(account, membersToSeek(group, facts), facts?.sequence ?? null);
    return { account: facts, ledgerIndex, fates };
  }

  /**
   * @param movedTo the account's sequence on a validated ledger; null if it was not read
   * @throws LedgerUnavailable if the node cannot say yet whether one was applied, or is behind what was already seen:
   * it would report landed transactions as pending, and requesting them again would pay twice
   */
  async fates(account: string, submissions: readonly Submission[], movedTo: number | null): Promise<Fates> {
    const fates = new Map<string, Conclusion>();
    for (const submission of submissions) {
      if (!isSigned(submission)) continue;
      const conclusion = await this.fate(account, submission);
      const lags = conclusion.kind === 'pending' && movedTo !== null && submission.sequence < movedTo;
      if (conclusion.kind === 'unknown' || lags)
        throw new LedgerUnavailable('The node cannot say yet whether the transaction was applied');
      fates.set(submission.hash, conclusion);
    }
    return fates;
  }
}
