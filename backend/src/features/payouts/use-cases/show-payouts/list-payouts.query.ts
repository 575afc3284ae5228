import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PayoutsQuery, PayoutView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import type { Session } from '../../../../platform/http/access.js';
import { limitOf, seqOf, type PageOf } from '../../../../platform/http/paging.js';
import { payoutView, RUN, viewer, VISIBLE, type PayoutRow } from './payout-row.js';

/** Runs, newest first: of everybody for the office, with own lines or of own properties for others. */
export class ListPayouts extends Query<PageOf<PayoutView>> {
  constructor(
    readonly session: Session,
    readonly asked: PayoutsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListPayouts)
export class ListPayoutsHandler implements IQueryHandler<ListPayouts> {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  async execute({ session, asked }: ListPayouts): Promise<PageOf<PayoutView>> {
    const limit = limitOf(asked.limit);
    const rows: PayoutRow[] = await this.db.query(
      `select ${RUN} from payouts p where ${VISIBLE} and p.seq < $3 and ($4::int is null or p.property_id = $4)
       order by p.seq desc limit $5`,
      [...viewer(session), seqOf(asked.cursor), asked.propertyId ? Number(asked.propertyId) : null, limit + 1],
    );
    const page = rows.slice(0, limit);
    return { rows: page.map(payoutView), next: rows.length > limit ? String(page.at(-1)!.seq) : null };
  }
}
