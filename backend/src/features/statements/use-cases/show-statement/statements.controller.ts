import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { StatementQuery, StatementsQuery, type StatementPeriodView, type StatementView } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { CurrentSession, type SessionRequest } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { CostlyWork } from '#platform/http/costly-work.js';
import { attachment } from '#platform/http/download.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { securityEvent } from '#platform/telemetry/security-log.js';
import { FORMATS } from '../../formats/index.js';
import { ListStatements } from './list-statements.query.js';
import { ShowStatement } from './show-statement.query.js';

@Controller('api/statements')
export class StatementsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: RateLimiter,
    private readonly costly: CostlyWork,
  ) {}

  /** The months and years with movements, newest first. */
  @Get()
  list(@CurrentSession() session: Session, @Query() { wallet }: StatementsQuery): Promise<StatementPeriodView[]> {
    return this.queries.execute(new ListStatements(session, wallet));
  }

  /**
   * The caller's statement for a month or a year of the business calendar: all movements on validated ledgers, running
   * net, totals, and holdings at its end. The net covers movements through the platform and is not the wallet's
   * balance. `format` returns it as a file. Admins and auditors may name another `wallet`.
   */
  @Get(':period')
  async show(
    @CurrentSession() session: Session,
    @Param('period') period: string,
    @Query() { format, wallet }: StatementQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StatementView | StreamableFile | void> {
    const asked = new ShowStatement(session, period, wallet);
    if (!format || format === 'json') return this.queries.execute(asked);
    const uncount = await this.limiter.take(LIMITS.exports, session.wallet);
    const statement = await this.queries.execute(asked);
    // A HEAD request only checks access, so it makes no file and does not count toward the limit.
    if (response.req.method === 'HEAD') return uncount();
    const { body, type, name } = await this.costly.run(session.wallet, async () => FORMATS[format](statement));
    securityEvent('export', response.req as SessionRequest, { file: name });
    response.set(attachment(name));
    return new StreamableFile(body, { type });
  }
}
