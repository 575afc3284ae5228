import type { Day } from '@tknest/contracts/money';
import { Inject, Injectable } from '@nestjs/common';
import { UNSEEN_PROOF, type ReadModelName } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Reads } from '#platform/projections/readers.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { holdsTokens } from '#features/investments/readers.public.js';
import { hasUnassignedTokens } from '#features/issuance/readers.public.js';
import { hasOpenListing } from '#features/listings/readers.public.js';
import { owesALoan } from '#features/loans/readers.public.js';
import { hasOpenCase } from '#features/operations-cases/readers.public.js';
import { hasPaymentUnderWay, lastPaymentAt } from '#features/payments/readers.public.js';
import { isOwedAPayout } from '#features/payouts/readers.public.js';
import { screeningFold, standingOf } from '#features/screening/rules.public.js';
import { identityFold } from '../identity.state.js';
import { unseenProofs } from './erasure.decider.js';

/** The reasons to keep a person's data, by the read model that knows them, as the hold words them. */
const HOLDS: readonly Hold[] = [
  { hold: 'tokens are held', known: 'purchases', keeps: holdsTokens },
  { hold: 'issued tokens are not assigned yet', known: 'token-issuances', keeps: hasUnassignedTokens },
  { hold: 'a loan is not paid off', known: 'loans', keeps: owesALoan },
  { hold: 'a listing is open', known: 'properties', keeps: hasOpenListing },
  { hold: 'a payment is in progress', known: 'transactions', keeps: hasPaymentUnderWay },
  { hold: 'a payout is not paid yet', known: 'payouts', keeps: isOwedAPayout },
  { hold: 'a case is open', known: 'cases', keeps: hasOpenCase },
];

interface Hold {
  hold: string;
  /** The read model that knows of the hold. */
  known: ReadModelName;
  keeps: (wallet: string, db: Reads) => Promise<boolean>;
}

/**
 * Why somebody's personal data must be kept for now (rule 12). Read models find what concerns a wallet in any stream;
 * `certainly` waits until they have processed the whole log.
 */
@Injectable()
export class LegalHolds {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly readModels: ReadModels,
  ) {}

  /** As of the end of the log. @throws Refused (503) if the read models do not get there in time, or are halted */
  async certainly(wallet: string): Promise<string[]> {
    const needed = HOLDS.map(({ known }) => known);
    if (!(await this.readModels.waitFor(await this.store.head(), needed)))
      throw new Refused('unavailable', 'We can’t check right now whether the data must be kept. Please try again.');
    return this.of(wallet);
  }

  async of(wallet: string): Promise<string[]> {
    const [owed, desk] = await Promise.all([
      Promise.all(HOLDS.map(({ keeps }) => keeps(wallet, this.db))),
      this.atTheDesk(wallet),
    ]);
    return [...HOLDS.filter((_, index) => owed[index]).map(({ hold }) => hold), ...desk];
  }

  /** From the log itself: decisions still pending in the office, and what blocks the wallet. */
  private async atTheDesk(wallet: string): Promise<string[]> {
    const [{ state: screening }, { state: identity }] = await Promise.all([
      load(this.store, screeningFold(wallet)),
      load(this.store, identityFold(wallet)),
    ]);
    const isOpen = [...screening.cases.values()].some(({ state }) => state !== 'decided');
    const isBlocked = standingOf(screening).suspended || identity.suspensions.size > 0;
    return [
      ...(isOpen ? ['a compliance case is open'] : []),
      ...(isBlocked ? ['the wallet is blocked'] : []),
      // It is not scanned any more after the erasure, so if kept unscanned it could never be opened.
      ...(unseenProofs(identity).length > 0 ? [UNSEEN_PROOF] : []),
    ];
  }

  /** The business day of the person's last transaction; null if there was none. */
  async lastTransaction(wallet: string): Promise<Day | null> {
    return ((await lastPaymentAt(wallet, this.db))?.slice(0, 10) as Day | undefined) ?? null;
  }
}
