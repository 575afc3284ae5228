import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ErasureView } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { LegalHolds } from '../../erasure/legal-holds.js';
import { Erasure } from '../../read-models/verification/verification.entity.js';

/** Requests for erasure with their legal holds, latest first. @param wallet only this wallet's */
export class ListErasures extends Query<ErasureView[]> {
  constructor(readonly wallet?: string) {
    super();
  }
}

@QueryHandler(ListErasures)
export class ListErasuresHandler implements IQueryHandler<ListErasures> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    private readonly holds: LegalHolds,
  ) {}

  async execute({ wallet }: ListErasures): Promise<ErasureView[]> {
    const rows = await this.db
      .getRepository(Erasure)
      .find({ where: wallet ? { wallet } : {}, order: { requestedAt: 'DESC', wallet: 'ASC' }, take: LISTS.max });
    return Promise.all(
      rows.map(async (row) => ({ ...row, holds: row.erasedAt ? [] : await this.holds.of(row.wallet) })),
    );
  }
}
