import type { PurchasesQuery, TransactionView } from '@tknest/contracts/api';
import { dayAt, parseRlusd, toNumber, type Day } from '@tknest/contracts/money';
import { Injectable, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Session } from '#platform/sessions/session.js';

export interface PurchaseRow {
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
  date: Day;
  redeemed_at: string | null;
}

/** Filters: `mine` selects the caller's own purchases, whatever the role; `search` is part of a name or hash. */
export interface PurchaseFilter {
  mine: boolean;
  search: string;
}

export const filterOf = ({ mine, search = '' }: PurchasesQuery): PurchaseFilter => ({
  mine: mine === 'true',
  search: search.trim(),
});

/** Purchases in the read model, newest first. */
@Injectable()
export class Purchases {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @param before only rows with a smaller position */
  page(session: Session, { mine, search }: PurchaseFilter, before: string, limit: number) {
    const whose =
      session.role === 'landlord' && !mine
        ? 'property_id in (select property_id from property_names where owner = $1)'
        : 'wallet = $1';
    return this.db.query<PurchaseRow[]>(
      `select * from purchases
       where ${whose} and seq < $2
         and position($4 in lower(concat_ws(E'\\n', property_name, payment_hash, wallet, payment_id))) > 0
       order by seq desc limit $3`,
      [session.wallet, before, limit, search.toLowerCase()],
    );
  }
}

export const viewOf = (row: PurchaseRow): TransactionView => ({
  id: row.payment_id,
  propertyId: row.property_id,
  propertyName: row.property_name,
  tokenHolderId: row.wallet,
  tokensPurchased: row.tokens,
  totalCost: toNumber(parseRlusd(row.cost)),
  estimatedMonthlyReturn: toNumber(parseRlusd(row.monthly_return)),
  createdAt: row.at,
  txHash: row.payment_hash,
  ...(row.date !== dayAt(new Date(row.at)) && { date: row.date }),
  ...(row.redeemed_at && { redeemedAt: row.redeemed_at }),
});
