import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OfficeWaitingView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { FailedEvents } from '#platform/failed-events.js';
import { RecordVerifier } from '#features/audit/module.public.js';
import { countUndecided } from '#features/compliance/readers.public.js';
import { countOpenCases } from '#features/operations-cases/readers.public.js';
import { countForSecondSignature } from '#features/proposals/readers.public.js';

/** What waits for a person in the office. @param wallet whose own proposals do not count: another one approves them */
export class CountWaiting extends Query<OfficeWaitingView> {
  constructor(readonly wallet: string) {
    super();
  }
}

@QueryHandler(CountWaiting)
export class CountWaitingHandler implements IQueryHandler<CountWaiting> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly failed: FailedEvents,
    @Inject(RecordVerifier) private readonly verifier: Pick<RecordVerifier, 'report'>,
  ) {}

  async execute({ wallet }: CountWaiting): Promise<OfficeWaitingView> {
    const [proposals, cases, compliance, failedEvents, { broken }] = await Promise.all([
      countForSecondSignature(wallet, this.clock.now(), this.db),
      countOpenCases(this.db),
      countUndecided(this.db),
      this.failed.count(),
      this.verifier.report(),
    ]);
    return { proposals, cases, compliance, failedEvents, changedEvents: broken ? 1 : 0 };
  }
}
