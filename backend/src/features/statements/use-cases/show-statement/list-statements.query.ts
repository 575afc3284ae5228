import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { StatementPeriodView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import type { Session } from '#platform/sessions/session.js';
import { walletOf } from '#features/activity/module.public.js';
import { monthsOf } from '#features/activity/readers.public.js';
import { periodOf, stateOf } from '../../arithmetic/period.js';

/** The months and years with movements, newest first. */
export class ListStatements extends Query<StatementPeriodView[]> {
  constructor(
    readonly session: Session,
    readonly wallet: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListStatements)
export class ListStatementsHandler implements IQueryHandler<ListStatements> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly calendar: BusinessCalendar,
  ) {}

  /** @throws Refused for a wallet that the session may not see */
  async execute({ session, wallet }: ListStatements): Promise<StatementPeriodView[]> {
    const months = await monthsOf(walletOf(session, wallet), this.db);
    const [today, now] = [await this.calendar.today(), this.clock.now()];
    const counted = new Map<string, number>();
    for (const { month, movements } of months) {
      const year = month.slice(0, 4);
      counted.set(year, (counted.get(year) ?? 0) + movements);
      counted.set(month, movements);
    }
    return [...counted].map(([period, movements]) => ({
      period,
      movements,
      running: stateOf(periodOf(period)!, today, now) === 'running',
    }));
  }
}
