import type { TransactionEnding } from '@tknest/contracts/api';
import type { BusinessDate } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import { writeRows } from '#platform/projections/write-rows.js';

export type Leg = 'recipient' | 'platform' | 'payout';
type Status = 'completed' | 'pending' | 'processing' | 'failed';

/** The columns that are written only when a row is inserted. */
interface NewRow {
  id: string;
  seq: string;
  payment_id: string | null;
  leg: Leg;
  type: string;
  description: string;
  user_wallet: string;
  counterparty: string;
  amount: string;
  property_id: number | null;
  property_name: string | null;
  at: string;
  date: BusinessDate;
}
/** The columns that change during a payment. */
interface Standing {
  status: Status;
  tx_hash: string | null;
  ledger_index: number | null;
  ending: TransactionEnding | null;
}
/** The columns of a row that folding needs; new rows have the others too. */
type Row = Standing &
  Pick<
    NewRow,
    'id' | 'type' | 'amount' | 'at' | 'description' | 'user_wallet' | 'counterparty' | 'property_id' | 'property_name'
  >;

/** The id of the row of a payment's leg. */
export const rowOf = (paymentId: string, leg: Leg): string => `${paymentId}-${leg}`;

/**
 * Rows of the transaction log for a page of events, folded in memory and written at its end, with one statement per
 * table. A rebuild would otherwise query the database a dozen times for each payment.
 */
export class TransactionPage {
  private readonly added: (NewRow & Standing)[] = [];
  private readonly rows = new Map<string, Row>();
  private readonly changed = new Set<string>();
  private readonly names = new Map<number, string>();
  /** Every change of a row's status, so that the daily sums do not depend on how the log was divided into pages. */
  private readonly counted: { day: string; type: string; status: Status; sign: 1 | -1; amount: string }[] = [];

  private constructor(private readonly tx: EntityManager) {}

  /**
   * @param payments whose rows may change
   * @param properties whose names are asked for: those of their purchases
   */
  static async open(
    tx: EntityManager,
    payments: readonly string[],
    properties: readonly number[],
  ): Promise<TransactionPage> {
    const page = new TransactionPage(tx);
    const known: Row[] =
      payments.length === 0
        ? []
        : await tx.query(
            `select id, type, at, amount::text as amount, description, user_wallet, counterparty, property_id,
               property_name, status, tx_hash, ledger_index, ending
               from transactions where payment_id = any($1)`,
            [payments],
          );
    for (const row of known) page.rows.set(row.id, row);
    const named: { property_id: number; property_name: string }[] =
      properties.length === 0
        ? []
        : await tx.query(
            `select p.property_id, t.property_name from unnest($1::int[]) p (property_id) cross join lateral (
               select property_name from transactions
                where property_id = p.property_id and property_name is not null limit 1) t`,
            [properties],
          );
    for (const { property_id, property_name } of named) page.names.set(property_id, property_name);
    return page;
  }

  /** The property's name in the purchases so far. */
  nameOf(propertyId: number | null): string | null {
    return (propertyId !== null && this.names.get(propertyId)) || null;
  }

  add(row: NewRow, standing: Partial<Standing> = {}): void {
    const all = { ...row, status: 'pending' as const, tx_hash: null, ledger_index: null, ending: null, ...standing };
    this.added.push(all);
    this.rows.set(all.id, all);
    this.count(all, 1);
    const { property_id, property_name } = row;
    if (property_id !== null && property_name !== null && !this.names.has(property_id))
      this.names.set(property_id, property_name);
  }

  /** A payment's row; undefined if it has none, as a payment without a fee. */
  rowOf(paymentId: string, leg: Leg): Readonly<Row> | undefined {
    return this.rows.get(rowOf(paymentId, leg));
  }

  /** Changes a payment's row if it has one; a change of status also changes the sums of its day. */
  change(paymentId: string, leg: Leg, change: (row: Readonly<Row>) => Partial<Standing>): void {
    const row = this.rows.get(rowOf(paymentId, leg));
    if (!row) return;
    const before = { ...row };
    Object.assign(row, change(row));
    this.changed.add(row.id);
    if (row.status === before.status) return;
    this.count(before, -1);
    this.count(row, 1);
  }

  async write(): Promise<void> {
    const { tx, added } = this;
    for (const { id } of added) this.changed.delete(id);
    const changed = [...this.changed].map((id) => this.rows.get(id)!);
    if (added.length > 0) await this.insert();
    await writeRows(
      tx,
      `update transactions t set status = r.status, tx_hash = r.tx_hash, ledger_index = r.ledger_index, ending = r.ending
         from jsonb_to_recordset($1) r (id text, status text, tx_hash text, ledger_index int, ending text)
        where t.id = r.id`,
      changed,
    );
    await writeRows(
      tx,
      `insert into transaction_days as d (day, type, status, transactions, amount)
       select day, type, status, sum(sign)::int, sum(sign * amount)
         from jsonb_to_recordset($1) r (day text, type text, status text, sign int, amount numeric)
        group by day, type, status
       on conflict (day, type, status) do update
         set transactions = d.transactions + excluded.transactions, amount = d.amount + excluded.amount`,
      this.counted,
    );
  }

  /** Inserts rows together with the texts and wallets that searches look through first. */
  private async insert(): Promise<void> {
    const rows = this.added;
    const ids = rows.map(({ id }) => id);
    await writeRows(
      this.tx,
      `insert into transactions (${COLUMNS}, currency)
       select ${COLUMNS}, 'RLUSD' from jsonb_populate_recordset(null::transactions, $1)`,
      rows,
    );
    await this.tx.query(
      String.raw`insert into transaction_texts
        select distinct text_key, type, lower(description || E'\n' || coalesce(property_name, ''))
          from transactions where id = any($1) on conflict do nothing`,
      [ids],
    );
    await this.tx.query('insert into transaction_wallets select distinct unnest($1::text[]) on conflict do nothing', [
      rows.map((row) => row.user_wallet),
    ]);
  }

  private count({ at, type, amount, status }: Row, sign: 1 | -1): void {
    this.counted.push({ day: at.slice(0, 10), type, status, sign, amount });
  }
}

const COLUMNS =
  'id, seq, payment_id, leg, status, type, description, user_wallet, counterparty, amount, property_id, property_name, at, date, tx_hash, ledger_index, ending';
