import { Inject, Injectable } from '@nestjs/common';
import { parseRlusd, type Day } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { feesPaidBy, partsOfLines } from '#features/activity/readers.public.js';
import { loansOf } from '#features/loans/readers.public.js';
import { sharesPaidTo } from '#features/payouts/readers.public.js';
import type { Position } from './positions.js';

interface PurchaseRow {
  payment_id: string;
  property_id: number;
  property_name: string;
  day: Day;
  tokens: number;
  cost: string;
  monthly_return: string;
  ended: boolean;
}

/** A wallet's positions, from the read models of purchases, payouts, movements and loans. */
@Injectable()
export class PositionReader {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async of(wallet: string): Promise<Position[]> {
    const [purchases, fees, shares, parts] = await Promise.all([
      this.db.query<PurchaseRow[]>(
        `select payment_id, property_id, property_name, date as day, tokens, cost, monthly_return,
           redeemed_at is not null as ended
         from purchases where wallet = $1 order by seq`,
        [wallet],
      ),
      feesPaidBy(wallet, this.db),
      sharesPaidTo(wallet, this.db),
      partsOfLines(wallet, this.db),
    ]);
    // A share whose parts are not known yet counts as interest: its principal is still outstanding.
    const received = shares.map(({ run_id, property_id, day, amount }) => ({
      propertyId: property_id,
      day,
      amount: parseRlusd(amount),
      ...(parts.get(run_id) ?? { interest: parseRlusd(amount), principal: 0n }),
    }));
    const ids = [...new Set(purchases.map(({ property_id }) => property_id))];
    const loans = await loansOf(ids, this.db);
    return ids.map((propertyId) => {
      const own = purchases.filter((row) => row.property_id === propertyId);
      const loan = loans.get(propertyId);
      return {
        propertyId,
        name: own[0]!.property_name,
        bought: own.map((one) => ({
          day: one.day,
          tokens: one.tokens,
          cost: parseRlusd(one.cost),
          fee: fees.get(one.payment_id) ?? 0n,
          monthly: parseRlusd(one.monthly_return),
          ended: one.ended,
        })),
        received: received.filter((share) => share.propertyId === propertyId),
        loan:
          loan && loan.status !== 'none' ? { status: loan.status, tokens: loan.tokens, account: loan.account } : null,
      };
    });
  }
}
