import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { CaseView } from '@tknest/contracts/api';
import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { EVENT_STORE, WrongExpectedRevision, type EventStore } from '../../../../platform/event-store/event-store.js';
import { Access, CurrentSession, type Session } from '../../../../platform/http/access.js';
import { cursorOf, pageOf, readCursor } from '../../../../platform/http/paging.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';
import { Causation } from '../../../../platform/sessions/causation.js';

export class ResolveCaseRequest {
  @IsIn(['tokens-issued', 'refunded', 'no-action', 'corrected'], { message: 'Choose how the case was resolved' })
  resolution!: string;
  @IsString()
  @MinLength(10, { message: 'Say in at least 10 characters what was done' })
  @MaxLength(2000)
  note!: string;
}

@Controller('api/admin/cases')
@Access('admin', 'auditor')
export class CasesController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
    private readonly readModels: ReadModels,
  ) {}

  @Get()
  async list(
    @Query() query: Record<string, string>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CaseView[]> {
    const { limit, offset } = pageOf(query, readCursor(query.cursor));
    const status = query.status === 'all' ? null : query.status || 'open';
    const rows = await this.db.query(
      'select * from cases where ($1::text is null or status = $1) order by opened_at desc, id offset $2 limit $3',
      [status, offset, limit + 1],
    );
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(offset + limit));
    return rows.slice(0, limit).map(viewOf);
  }

  @Get(':id')
  async one(@Param('id') id: string): Promise<CaseView> {
    const [row] = await this.db.query('select * from cases where id = $1', [id]);
    if (!row) throw new Refused('not-found', 'No such case');
    return viewOf(row);
  }

  /** An admin says what was done about a case; it stays in the log for ever. */
  @Post(':id/resolve')
  @HttpCode(200)
  @Access('admin')
  async resolve(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() body: ResolveCaseRequest,
  ): Promise<CaseView> {
    if ((await this.one(id)).status === 'resolved') throw new Refused('conflict', 'This case is resolved already');
    try {
      const { position } = await this.store.append(
        `case-${id}`,
        0,
        [{ type: 'CaseResolved', data: { caseId: id, ...body } }],
        await this.causation.contextOf({ session }),
      );
      await this.readModels.waitFor(position, ['cases']);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new Refused('conflict', 'This case is resolved already');
      throw error;
    }
    return this.one(id);
  }
}

function viewOf(row: any): CaseView {
  return {
    id: row.id,
    kind: row.kind,
    summary: row.summary,
    status: row.status,
    paymentId: row.payment_id,
    propertyId: row.property_id,
    wallet: row.wallet,
    txHash: row.tx_hash,
    openedAt: row.opened_at,
    resolvedAt: row.resolved_at,
    resolution: row.resolution,
    note: row.note,
    details: row.details,
  };
}
