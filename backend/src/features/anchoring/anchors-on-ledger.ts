import { Inject, Injectable } from '@nestjs/common';
import { toPosition } from '#platform/event-store/positions.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import type { FoundAnchor, LedgerAnchors } from '#features/audit/module.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { AnchorBook } from './anchor-book.js';
import { readAnchor } from './anchor-memo.js';
import { newestAnchored } from './anchor-schedule.js';

export type { FoundAnchor };

/**
 * Every anchor that the issuer wrote into a ledger that the node still has. The log is what they are compared with, so
 * it is not trusted to say where they are, only which ones it names.
 */
@Injectable()
export class AnchorsOnLedger {
  constructor(
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    private readonly accounts: PlatformAccounts,
    private readonly book: AnchorBook,
  ) {}

  /** @param issuer whose anchors; left out: the log's own issuer's @throws LedgerUnavailable */
  async read(signal?: AbortSignal, issuer?: string): Promise<LedgerAnchors> {
    const own = await this.accounts.address('issuer');
    return this.readOf(issuer ?? own, own, signal);
  }

  private async readOf(issuer: string, own: string, signal?: AbortSignal): Promise<LedgerAnchors> {
    const newest = await this.ledger.validatedIndex();
    const oldest = await this.oldestHeld(newest);
    const found: FoundAnchor[] = [];
    for await (const anchor of this.between(issuer, oldest, newest)) {
      signal?.throwIfAborted();
      found.push(anchor);
    }
    const there = new Set(found.map(({ txHash }) => txHash));
    let [unproved, missing] = [0, 0];
    for (const { state } of await this.book.all()) {
      const { hash, ledgerIndex } = state.steps.write ?? { hash: null, ledgerIndex: null };
      if (state.phase !== 'anchored' || !hash || !ledgerIndex || there.has(hash)) continue;
      if (ledgerIndex < oldest) unproved++;
      else missing++;
    }
    // Anchors of an issuer other than the log's say nothing about this log; the ones that it names are then missing.
    return { issuer, found, unproved, missing: issuer === own ? missing : Math.max(1, missing) };
  }

  /**
   * The newest anchors that the node shows, oldest first. The log says where to begin. If the node no longer has that
   * ledger, every anchor that it has is returned: a log restored from a backup names only older ones.
   * @throws LedgerUnavailable
   */
  async newest(): Promise<FoundAnchor[]> {
    const issuer = await this.accounts.address('issuer');
    const until = await this.ledger.validatedIndex();
    const named = newestAnchored(await this.book.all())?.state.steps.write?.ledgerIndex;
    const isHeld = named && named <= until && (await this.ledger.holds(named, until));
    const begin = isHeld ? named : await this.oldestHeld(until);
    const found: FoundAnchor[] = [];
    for await (const anchor of this.between(issuer, begin, until)) found.push(anchor);
    return found;
  }

  private async *between(issuer: string, from: number, to: number): AsyncGenerator<FoundAnchor> {
    for await (const { hash: txHash, ledgerIndex, result, tx } of this.ledger.history(issuer, from, to)) {
      const anchor = result === 'tesSUCCESS' ? readAnchor(tx, issuer) : null;
      if (!anchor) continue;
      const { position, headHash: hash, root } = anchor;
      yield { position: toPosition(position), hash, txHash, ledgerIndex, root };
    }
  }

  /**
   * The first ledger of the node's newest unbroken range: the node refuses a range that it does not have completely.
   */
  private async oldestHeld(newest: number): Promise<number> {
    let [low, high] = [1, newest];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await this.ledger.holds(middle, newest)) high = middle;
      else low = middle + 1;
    }
    return high;
  }
}
