import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { BooksQuery, TimelineQuery, type BooksView, type TimelineView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { departureOf } from '#platform/http/download.js';
import { ShowBooks } from './books.query.js';
import { ShowTimeline } from './timeline.query.js';

/** The history for auditors: how much happened when, and the books as of any time. */
@Controller('api/audit')
@Access('admin', 'auditor')
export class ReplayController {
  constructor(private readonly queries: QueryBus) {}

  /** How many events the log has over time, in `bars` intervals of equal length from its first event to its last. */
  @Get('timeline')
  showTimeline(@Query() query: TimelineQuery): Promise<TimelineView> {
    return this.queries.execute(new ShowTimeline(query));
  }

  /**
   * Registers and balances as of `position`, or as of the time `at` (ISO 8601), or now; with the register of one
   * `property`. Computed from the log.
   */
  @Get('books')
  showBooks(@Query() query: BooksQuery, @Res({ passthrough: true }) response: Response): Promise<BooksView> {
    return this.queries.execute(new ShowBooks(query, departureOf(response)));
  }
}
