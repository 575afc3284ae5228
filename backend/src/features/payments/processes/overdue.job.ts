import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { Jobs } from '#platform/consumers/jobs.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { hiddenOrOwnedBy } from '#features/listings/readers.public.js';
import { listingFold, overdueListing } from '#features/listings/rules.public.js';
import { OwedPrincipals } from './owed-principals.js';

const JOB = 'owed-back';
const EVERY_MS = 5_000;

/**
 * Hides the listings of landlords who are overdue with a refund, until it is paid; they cannot withdraw deposits
 * either. Computed from the current state each time, so nothing is missed or done twice.
 */
@Injectable()
export class OverdueJob implements OnApplicationBootstrap {
  private readonly log = new Logger('OwedBack');

  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly calendar: BusinessCalendar,
    private readonly jobs: Jobs,
    private readonly recorder: Recorder,
    private readonly owed: OwedPrincipals,
    private readonly mayGoOn: MayGoOn,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.every(
      EVERY_MS,
      JOB,
      () => this.look(),
      (error) =>
        error instanceof LedgerUnavailable || this.log.error({ err: error }, 'What is owed back could not be checked'),
    );
  }

  /** A refund that a restored log lost must not make its landlord overdue. @throws LedgerUnavailable */
  async look(): Promise<void> {
    if (!this.mayGoOn.now()) return;
    const today = await this.calendar.today();
    await this.owed.release(today);
    const late = await this.owed.overdueLandlords(today);
    for (const id of await hiddenOrOwnedBy([...late], this.db))
      await this.recorder.decide(listingFold(id), (listing) => overdueListing(late.has(listing.owner), listing));
  }
}
