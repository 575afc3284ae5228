import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { PageQuery, type TransactionView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { cursorOf, limitOf, seqOf } from '../../../../platform/http/paging.js';

interface Row {
  payment_id: string;
  seq: string;
  property_id: number;
  property_name: string;
  wallet: string;
  tokens: number;
  cost: string;
  monthly_return: string;
  payment_hash: string;
  at: string;
}

@Controller('api/transactions')
export class TransactionsController {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** An investor's purchases; for a landlord the purchases of the own properties. Newest first. */
  @Get()
  async list(
    @CurrentSession() session: Session,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TransactionView[]> {
    const limit = limitOf(query.limit);
    const before = seqOf(query.cursor);
    const whose =
      session.role === 'landlord'
        ? 'property_id in (select property_id from property_names where owner = $1)'
        : 'wallet = $1';
    const rows: Row[] = await this.db.query(
      `select * from participations where ${whose} and seq < $2 order by seq desc limit $3`,
      [session.wallet, before, limit + 1],
    );
    if (rows.length > limit) response.setHeader('X-Next-Cursor', cursorOf(rows[limit - 1]!.seq));
    return rows.slice(0, limit).map(viewOf);
  }
}

function viewOf(row: Row): TransactionView {
  return {
    id: row.payment_id,
    propertyId: row.property_id,
    propertyName: row.property_name,
    tokenHolderId: row.wallet,
    tokensPurchased: row.tokens,
    totalCost: toNumber(parseRlusd(row.cost)),
    estimatedMonthlyReturn: toNumber(parseRlusd(row.monthly_return)),
    createdAt: row.at,
    txHash: row.payment_hash,
  };
}
