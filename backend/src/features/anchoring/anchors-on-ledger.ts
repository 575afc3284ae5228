import { Inject, Injectable } from '@nestjs/common';
import { toPosition } from '../../platform/event-store/positions.js';
import { LEDGER, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import type { LedgerAnchors } from '../../platform/projections/record-verifier.js';
import { PlatformAccounts } from '../tokens/tokens.public.js';
import { AnchorBook } from './anchor-book.js';
import { readAnchor } from './anchor-memo.js';

/**
 * What ledgers remember of the log. Anchors that the log names are looked up where it says that they stand; what the
 * issuer wrote after the last of them is read too, since a log whose end was cut off does not name its last anchors.
 * One that was left out between two others is a transaction of the issuer that the reconciliation does not know.
 */
@Injectable()
export class AnchorsOnLedger {
  constructor(
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    private readonly accounts: PlatformAccounts,
    private readonly book: AnchorBook,
  ) {}

  /** @throws LedgerUnavailable */
  async read(signal?: AbortSignal): Promise<LedgerAnchors> {
    const issuer = await this.accounts.address('issuer');
    const found: LedgerAnchors['found'][number][] = [];
    let [unproved, missing, last] = [0, 0, 0];
    for (const { state } of await this.book.all()) {
      const { hash, ledgerIndex } = state.steps.write ?? { hash: null, ledgerIndex: null };
      if (state.phase !== 'anchored' || !hash || !ledgerIndex) continue;
      signal?.throwIfAborted();
      const there = await this.within(issuer, ledgerIndex, ledgerIndex, (one) => one === hash);
      found.push(...there);
      last = Math.max(last, ledgerIndex);
      if (there.length > 0) continue;
      if (await this.ledger.holds(ledgerIndex, ledgerIndex)) missing++;
      else unproved++;
    }
    const validated = await this.ledger.validatedIndex();
    if (last > 0) found.push(...(await this.within(issuer, last + 1, validated, () => true, signal)));
    return { found, unproved, missing };
  }

  private async within(
    issuer: string,
    from: number,
    to: number,
    wanted: (hash: string) => boolean,
    signal?: AbortSignal,
  ): Promise<LedgerAnchors['found'][number][]> {
    const found: LedgerAnchors['found'][number][] = [];
    if (from > to) return found;
    for await (const { hash, ledgerIndex, result, tx } of this.ledger.history(issuer, from, to)) {
      signal?.throwIfAborted();
      const anchor = result === 'tesSUCCESS' && wanted(hash) ? readAnchor(tx, issuer) : null;
      if (anchor)
        found.push({ position: toPosition(anchor.position), hash: anchor.headHash, txHash: hash, ledgerIndex });
    }
    return found;
  }
}
