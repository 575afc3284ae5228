import type { ActivityType } from '@tknest/contracts/api';
import type { EntityManager } from 'typeorm';
import { writeRows } from '#platform/projections/write-rows.js';
import type { Direction, MovementStatus } from './row.js';

/** The columns of a row of `movements` that a payment fills. */
export interface PaymentRow {
  id: string;
  wallet: string;
  seq: string;
  settled_seq: string | null;
  at: string;
  date: string;
  type: ActivityType;
  direction: Direction;
  status: MovementStatus;
  counterparty: string | null;
  property_id: number | null;
  amount: string | null;
  fee: string | null;
  tokens: string | null;
  tx_hash: string | null;
  ledger_index: string | null;
  payment_id: string | null;
  receipt: string | null;
}

const COLUMNS =
  'id, wallet, seq, settled_seq, at, date, type, direction, status, counterparty, property_id, amount, fee, tokens, tx_hash, ledger_index, payment_id, receipt';
/** Numbers are read and written as text in JSON, so that no digit is lost. */
const READ = COLUMNS.replace('amount, fee, tokens', 'amount::text, fee::text, tokens::text').replace(
  'ledger_index',
  'ledger_index::text',
);

/**
 * Rows for the payments in a page of events, folded in memory and written at the end of the page, with one statement
 * per kind of change: a rebuild would otherwise query the database seven times for each purchase.
 */
export class MovementPage {
  private readonly rows = new Map<string, PaymentRow>();
  private readonly added = new Set<string>();
  private readonly changed = new Set<string>();
  private readonly deleted = new Set<string>();

  private constructor(
    private readonly tx: EntityManager,
    private readonly platform: ReadonlySet<string>,
  ) {}

  /**
   * @param ids of the rows that may change
   * @param addresses to look up among the platform's own accounts
   */
  static async open(tx: EntityManager, ids: readonly string[], addresses: readonly string[]): Promise<MovementPage> {
    const own: { address: string }[] =
      addresses.length === 0
        ? []
        : await tx.query('select address from movement_accounts where address = any($1)', [addresses]);
    const page = new MovementPage(tx, new Set(own.map(({ address }) => address)));
    const known: PaymentRow[] =
      ids.length === 0 ? [] : await tx.query(`select ${READ} from movements where id = any($1)`, [ids]);
    for (const row of known) page.rows.set(row.id, row);
    return page;
  }

  isPlatform(address: string): boolean {
    return this.platform.has(address);
  }

  find(id: string): Readonly<PaymentRow> | undefined {
    return this.rows.get(id);
  }

  /** Adds a row, once. */
  add(row: PaymentRow): void {
    if (this.rows.has(row.id)) return;
    this.rows.set(row.id, row);
    this.added.add(row.id);
  }

  change(id: string, change: Partial<PaymentRow>): void {
    const row = this.rows.get(id);
    if (!row) return;
    Object.assign(row, change);
    this.changed.add(id);
  }

  remove(id: string): void {
    if (this.rows.delete(id) && !this.added.delete(id)) this.deleted.add(id);
  }

  async write(): Promise<void> {
    const { tx } = this;
    if (this.deleted.size > 0) await tx.query('delete from movements where id = any($1)', [[...this.deleted]]);
    const rows = [...this.rows.values()];
    const changed = rows.filter(({ id }) => this.changed.has(id) && !this.added.has(id));
    await writeRows(
      tx,
      `update movements m set status = r.status, at = r.at, date = r.date, settled_seq = r.settled_seq, amount = r.amount, fee = r.fee,
         tx_hash = r.tx_hash, ledger_index = r.ledger_index, receipt = r.receipt
       from jsonb_populate_recordset(null::movements, $1) r where m.id = r.id`,
      changed,
    );
    const added = rows.filter(({ id }) => this.added.has(id));
    await writeRows(
      tx,
      `insert into movements (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::movements, $1)
       on conflict (id) do nothing`,
      added,
    );
  }
}
