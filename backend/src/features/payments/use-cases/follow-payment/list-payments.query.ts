import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PaymentView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { PageOf } from '#platform/http/paging.js';
import { alarm } from '#platform/telemetry/security-log.js';
import { PersonWallets } from '#features/identity/module.public.js';
import { refundsOf } from '#features/operations-cases/readers.public.js';
import { feesOwedBy } from '../../fees-owed.js';
import { payerFold } from '../../payer.decider.js';
import { PaymentReader } from '../../payment-reader.js';

export type Which =
  | { are: 'open' }
  /** Payments that the wallet must refund. */
  | { are: 'refundable' }
  /** Payments that are owed back to the wallet. */
  | { are: 'owed-back' }
  /** Payments of the person whose fees are owed. */
  | { are: 'fee-owed' }
  | { are: 'all'; limit: number; offset: number };

/** A wallet's own payments, newest first. */
export class ListPayments extends Query<PageOf<PaymentView>> {
  constructor(
    readonly wallet: string,
    readonly which: Which,
  ) {
    super();
  }
}

@QueryHandler(ListPayments)
export class ListPaymentsHandler implements IQueryHandler<ListPayments> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly reader: PaymentReader,
    private readonly persons: PersonWallets,
  ) {}

  async execute({ wallet, which }: ListPayments): Promise<PageOf<PaymentView>> {
    const { rows: ids, next } = await this.idsOf(wallet, which);
    const found = await Promise.all(ids.map((id) => this.reader.state(id)));
    const wallets = which.are === 'fee-owed' ? await this.persons.allOf(wallet) : [wallet];
    const own = found.filter(({ payer, payee }) => wallets.includes(payer) || wallets.includes(payee));
    // A row can name any payment; its stream says whose it is.
    if (own.length < found.length) alarm('read-model-refused');
    return { rows: await Promise.all(own.map((state) => this.reader.view(state))), next };
  }

  private async idsOf(wallet: string, which: Which): Promise<PageOf<string>> {
    if (which.are === 'open') {
      const { open } = (await load(this.store, payerFold(wallet))).state;
      return { rows: open ? [open] : [], next: null };
    }
    if (which.are === 'refundable') return { rows: await refundsOf(wallet, 'payee', this.db), next: null };
    if (which.are === 'fee-owed')
      return { rows: await feesOwedBy(this.store, await this.persons.allOf(wallet)), next: null };
    if (which.are === 'owed-back') return { rows: await refundsOf(wallet, 'payer', this.db), next: null };
    const rows: { payment_id: string }[] = await this.db.query(
      `select payment_id from transactions where user_wallet = $1 and leg = 'recipient'
       order by seq desc offset $2 limit $3`,
      [wallet, which.offset, which.limit + 1],
    );
    const next = rows.length > which.limit ? which.offset + which.limit : null;
    return { rows: rows.slice(0, which.limit).map((row) => row.payment_id), next };
  }
}
