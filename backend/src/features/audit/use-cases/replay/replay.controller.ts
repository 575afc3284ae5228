import { Controller, Get, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { BooksQuery, TimelineQuery, type BooksView, type TimelineView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access } from '#platform/http/access.js';
import { departureOf } from '#platform/http/download.js';
import { ShowBooks } from './books.query.js';
import { ShowTimeline } from './timeline.query.js';

/** The history as an auditor moves through it: how much happened when, and the books as they were at any moment. */
@Controller('api/audit')
@Access('admin', 'auditor')
export class ReplayController {
  constructor(private readonly queries: QueryBus) {}

  /** The log's density from its first fact to its last, in `bars` stretches of equal time. */
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
