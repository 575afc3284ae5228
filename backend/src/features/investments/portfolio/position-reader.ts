import { Inject, Injectable } from '@nestjs/common';
import { parseRlusd, type Day } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { loanStateOfRow } from '../../loans/fields.public.js';
import { IS_SHARE } from '../../payouts/rules.public.js';
import type { Position } from './positions.js';

interface PurchaseRow {
  property_id: number;
  property_name: string;
  day: Day;
  tokens: number;
  cost: string;
  platform_fee: string;
  monthly_return: string;
  ended: boolean;
}
interface ShareRow {
  property_id: number;
  day: Day;
  amount: string;
  interest: string | null;
  principal: string | null;
}

/** Of a purchase `p`, as validated ledgers show it: a fee may be left unpaid, or be sent back. */
const FEES_PAID = `(select coalesce(sum(case m.direction when 'out' then m.amount else -m.amount end), 0)
  from movements m where m.payment_id = p.payment_id and m.wallet = p.wallet and m.type = 'fee')`;

/** The positions of a wallet, from the read models of purchases, payouts, movements and loans. */
@Injectable()
export class PositionReader {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async of(wallet: string): Promise<Position[]> {
    const [purchases, shares] = await Promise.all([
      this.db.query<PurchaseRow[]>(
        `select p.property_id, p.property_name, coalesce(p.date, left(p.at, 10)) as day, p.tokens, p.cost,
           ${FEES_PAID} as platform_fee, p.monthly_return, p.redeemed_at is not null as ended
         from participations p where p.wallet = $1 order by p.seq`,
        [wallet],
      ),
      // A share whose parts are not told yet counts as interest: its principal is still outstanding. What a landlord
      // paid the only holder directly names no tokens.
      this.db.query<ShareRow[]>(
        `select l.property_id, l.date as day, l.amount, m.interest, m.principal
         from payout_lines l left join movements m on m.id = l.run_id || '~' || l.wallet
         where l.wallet = $1 and l.status = 'settled' and ${IS_SHARE} and l.property_id is not null`,
        [wallet],
      ),
    ]);
    const ids = [...new Set(purchases.map(({ property_id }) => property_id))];
    const loans = await this.db.query<{ property_id: number; loan: object }[]>(
      "select property_id, loan from loans where property_id = any($1) and status <> 'none'",
      [ids],
    );
    return ids.map((propertyId) => {
      const own = purchases.filter((row) => row.property_id === propertyId);
      const row = loans.find(({ property_id }) => property_id === propertyId);
      const loan = row && loanStateOfRow(row);
      return {
        propertyId,
        name: own[0]!.property_name,
        bought: own.map((one) => ({
          day: one.day,
          tokens: one.tokens,
          cost: parseRlusd(one.cost),
          fee: parseRlusd(one.platform_fee),
          monthly: parseRlusd(one.monthly_return),
          ended: one.ended,
        })),
        received: shares.filter(({ property_id }) => property_id === propertyId).map(shareOf),
        loan:
          loan && loan.status !== 'none' ? { status: loan.status, tokens: loan.tokens, account: loan.account } : null,
      };
    });
  }
}

const shareOf = ({ day, amount, interest, principal }: ShareRow) => ({
  day,
  amount: parseRlusd(amount),
  interest: parseRlusd(interest ?? amount),
  principal: parseRlusd(principal ?? '0'),
});
