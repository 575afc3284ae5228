import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AutoIssuanceView, PageQuery, TokenOperationView, UnallocatedView } from '@tknest/contracts/api';
import { DataSource, In, IsNull, LessThan, Not, type FindOptionsWhere } from 'typeorm';
import { limitOf, pageFrom, seqOf, type PageOf } from '#platform/http/paging.js';
import { TokenIssuance } from '../../read-models/token-issuances/token-issuance.entity.js';

/** Which issuances: all manual and automatic ones, those not yet assigned to a register, or only automatic ones. */
type Which = 'operations' | 'unallocated' | 'automation';

const WHERE: Record<Which, FindOptionsWhere<TokenIssuance>> = {
  operations: { status: Not(In(['skipped'])) },
  unallocated: { status: 'completed', propertyId: IsNull() },
  automation: { source: 'automation' },
};

/** Manual and automatic issuances, newest first. */
export class ListIssuances extends Query<PageOf<TokenIssuance>> {
  constructor(
    readonly which: Which,
    readonly asked: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListIssuances)
export class ListIssuancesHandler implements IQueryHandler<ListIssuances> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @throws Refused if limit or cursor are not valid */
  async execute({ which, asked }: ListIssuances): Promise<PageOf<TokenIssuance>> {
    const limit = limitOf(asked.limit);
    const rows = await this.db.getRepository(TokenIssuance).find({
      where: { ...WHERE[which], seq: LessThan(seqOf(asked.cursor)) },
      order: { seq: 'DESC' },
      take: limit + 1,
    });
    return pageFrom(
      rows,
      limit,
      (row) => row,
      ({ seq }) => seq,
    );
  }
}

export const operationRow = (row: TokenIssuance): TokenOperationView => ({
  success: row.status !== 'failed',
  id: row.id,
  kind: 'issue',
  status: row.status === 'skipped' ? 'failed' : row.status,
  txHash: row.status === 'completed' ? row.txHash : null,
  error: row.error,
  recipientAddress: row.recipient,
  amount: row.tokens,
  source: row.source,
  paymentId: row.paymentId,
  propertyId: row.propertyId,
  createdAt: row.at,
});

export const unallocatedRow = (row: TokenIssuance): UnallocatedView => ({
  issuanceId: row.id,
  recipientAddress: row.recipient,
  amount: row.tokens,
  source: row.source,
  paymentId: row.paymentId,
  txHash: row.txHash!,
  issuedAt: row.issuedAt!,
});

export const automationRow = (row: TokenIssuance): AutoIssuanceView => ({
  paymentId: row.paymentId!,
  wallet: row.recipient,
  tokens: Number(row.tokens),
  status: row.status,
  txHash: row.status === 'completed' ? row.txHash : null,
  error: row.error,
  at: row.at,
});
