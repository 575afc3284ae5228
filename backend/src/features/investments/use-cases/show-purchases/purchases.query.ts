import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PurchasesQuery, TransactionView } from '@tknest/contracts/api';
import { recordedOn } from '@tknest/contracts/money';
import { SessionQuery } from '#platform/sessions/of-session.js';
import { limitOf, pageFrom, seqOf, type PageOf } from '#platform/http/paging.js';
import { csvFile, type Columns } from '#platform/http/csv.js';
import { filterOf, Purchases, viewOf, type PurchaseRow } from './purchase-query.js';

const CSV_COLUMNS: Columns<TransactionView> = {
  Property: ({ propertyName }) => propertyName,
  Tokens: ({ tokensPurchased }) => tokensPurchased,
  'Cost (RLUSD)': ({ totalCost }) => totalCost,
  'Monthly Rent Income (RLUSD)': ({ redeemedAt, estimatedMonthlyReturn }) =>
    redeemedAt ? null : estimatedMonthlyReturn,
  Date: recordedOn,
  Recorded: ({ createdAt }) => createdAt,
  Ended: ({ redeemedAt }) => redeemedAt,
  'TX Hash': ({ txHash }) => txHash,
};

/** An investor's purchases, or those of a landlord's properties, newest first, a page at a time. */
export class ListPurchases extends SessionQuery<PurchasesQuery, PageOf<TransactionView>> {}

@QueryHandler(ListPurchases)
export class ListPurchasesHandler implements IQueryHandler<ListPurchases> {
  constructor(private readonly purchases: Purchases) {}

  async execute({ session, asked }: ListPurchases): Promise<PageOf<TransactionView>> {
    const limit = limitOf(asked.limit);
    const rows = await this.purchases.page(session, filterOf(asked), seqOf(asked.cursor), limit + 1);
    return pageFrom(rows, limit, viewOf, ({ seq }) => seq);
  }
}

/** All of these rows as CSV, generated as the client reads them. */
export class ExportPurchases extends SessionQuery<PurchasesQuery, AsyncIterable<string>> {}

@QueryHandler(ExportPurchases)
export class ExportPurchasesHandler implements IQueryHandler<ExportPurchases> {
  constructor(private readonly purchases: Purchases) {}

  async execute({ session, asked }: ExportPurchases): Promise<AsyncIterable<string>> {
    const filter = filterOf(asked);
    const after = (last: PurchaseRow | undefined, limit: number) =>
      this.purchases.page(session, filter, last?.seq ?? seqOf(undefined), limit);
    return csvFile(CSV_COLUMNS, after, viewOf);
  }
}
