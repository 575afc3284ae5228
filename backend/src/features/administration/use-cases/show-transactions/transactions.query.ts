import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AdminTransactionView, AllTransactionsQuery } from '@tknest/contracts/api';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { limitOf, seqOf, type PageOf } from '../../../../platform/http/paging.js';
import { BYTE_ORDER_MARK, csvRow } from '../../../../platform/http/csv.js';
import { TransactionPage } from './transaction-page.js';
import { filterOf, viewOf, type TransactionFilter } from './transaction-query.js';

const CSV_COLUMNS = ['Status', 'Type', 'Description', 'Wallet', 'Amount', 'Currency', 'Property', 'Date', 'TX Hash'];
const CSV_PAGE = 2_000;

/** Every transaction, newest first, filtered and a page at a time (D2 §2.10). */
export class ListAllTransactions extends Query<PageOf<AdminTransactionView>> {
  constructor(readonly asked: AllTransactionsQuery) {
    super();
  }
}

@QueryHandler(ListAllTransactions)
export class ListAllTransactionsHandler implements IQueryHandler<ListAllTransactions> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pages: TransactionPage,
  ) {}

  async execute({ asked }: ListAllTransactions): Promise<PageOf<AdminTransactionView>> {
    const limit = limitOf(asked.limit);
    const rows = await this.pages.read(filterOf(asked, this.clock.now()), seqOf(asked.cursor), limit + 1);
    return { rows: rows.slice(0, limit).map(viewOf), next: rows.length > limit ? rows[limit - 1]!.seq : null };
  }
}

/** The same rows as CSV, whatever their number, made while they are taken. */
export class ExportTransactions extends Query<AsyncIterable<string>> {
  constructor(readonly asked: AllTransactionsQuery) {
    super();
  }
}

@QueryHandler(ExportTransactions)
export class ExportTransactionsHandler implements IQueryHandler<ExportTransactions> {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pages: TransactionPage,
  ) {}

  async execute({ asked }: ExportTransactions): Promise<AsyncIterable<string>> {
    return this.csv(filterOf(asked, this.clock.now()));
  }

  private async *csv(filter: TransactionFilter): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvRow(CSV_COLUMNS);
    for (let before = seqOf(undefined), full = true; full;) {
      const rows = await this.pages.read(filter, before, CSV_PAGE);
      yield rows.map(viewOf).map(csvRowOf).join('');
      full = rows.length === CSV_PAGE;
      before = rows.at(-1)?.seq ?? before;
    }
  }
}

const csvRowOf = (t: AdminTransactionView) =>
  csvRow([
    t.status,
    t.type,
    t.description,
    t.userWallet,
    String(t.amount),
    t.currency,
    t.propertyName ?? '',
    t.timestamp,
    t.txHash ?? '',
  ]);
