import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AdminTransactionView, AllTransactionsQuery } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { limitOf, pageFrom, seqOf, type PageOf } from '#platform/http/paging.js';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { TransactionLog } from './transaction-log.js';
import { filterOf, viewOf, type TransactionRow } from './transaction-query.js';

const CSV_COLUMNS: Columns<AdminTransactionView> = {
  Status: ({ ending, status }) => ending ?? status,
  Type: ({ type }) => type,
  Description: ({ description }) => description,
  Wallet: ({ userWallet }) => userWallet,
  Amount: ({ amount }) => amount,
  Currency: ({ currency }) => currency,
  Property: ({ propertyName }) => propertyName,
  Date: ({ timestamp }) => timestamp,
  'TX Hash': ({ txHash }) => txHash,
};

/** Every transaction, newest first, filtered and a page at a time (REQ-2.2.10.3 to REQ-2.2.10.6). */
export class ListAllTransactions extends Query<PageOf<AdminTransactionView>> {
  constructor(readonly asked: AllTransactionsQuery) {
    super();
  }
}

@QueryHandler(ListAllTransactions)
export class ListAllTransactionsHandler implements IQueryHandler<ListAllTransactions> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pages: TransactionLog,
  ) {}

  async execute({ asked }: ListAllTransactions): Promise<PageOf<AdminTransactionView>> {
    const limit = limitOf(asked.limit);
    const rows = await this.pages.read(filterOf(asked, this.clock.now()), seqOf(asked.cursor), limit + 1);
    return pageFrom(rows, limit, viewOf, ({ seq }) => seq);
  }
}

/** All of these rows as CSV, generated as the client reads them. */
export class ExportTransactions extends Query<AsyncIterable<string>> {
  constructor(readonly asked: AllTransactionsQuery) {
    super();
  }
}

@QueryHandler(ExportTransactions)
export class ExportTransactionsHandler implements IQueryHandler<ExportTransactions> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pages: TransactionLog,
  ) {}

  async execute({ asked }: ExportTransactions): Promise<AsyncIterable<string>> {
    const filter = filterOf(asked, this.clock.now());
    const after = (last: TransactionRow | undefined, limit: number) =>
      this.pages.read(filter, last?.seq ?? seqOf(undefined), limit);
    return csvFile(CSV_COLUMNS, after, viewOf);
  }
}
