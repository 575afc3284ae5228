import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TransactionFilter, TransactionRow } from './transaction-query.js';

const COLUMNS = 'id, seq, payment_id, leg, status, type, description, user_wallet, amount, currency, property_id, property_name, at, tx_hash';
/** So many of the newest rows are searched by reading them: what is frequent is found there. */
const LOOKED_THROUGH = 2_000;
/** A page of which so much stands among the newest is not far from full: the log is walked on, which is cheaper than looking up keys. */
const NEARLY = 0.2;
/** More texts or wallets than these contain it: it is frequent, though not among the newest, and walking the log meets it soon. */
const KEYS_MAX = 500;
const INDEXED_CHARACTERS = 3;
const LATER_THAN_ALL = '9223372036854775807';

/** Pages of the transaction log, newest first, by whatever filters, at any size (measured by bench/admin-log.mjs). */
@Injectable()
export class TransactionPage {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @param before rows with a smaller `seq` only */
  async read(filter: TransactionFilter, before: string, limit: number): Promise<TransactionRow[]> {
    const { sql, search } = filter;
    const values = [...filter.values, before, await this.firstSince(filter.since)];
    const among = `${sql} and seq < $${values.length - 1} and seq >= $${values.length}`;
    if (search === null) return this.db.query(`select ${COLUMNS} from transactions where ${among} order by seq desc limit ${limit}`, values);
    const given = [...values, `%${search}%`];
    const pattern = `$${given.length}`;

    const newest = (what: string) => `select ${what} from transactions where ${among} order by seq desc limit ${LOOKED_THROUGH}`;
    const recent: TransactionRow[] = await this.db.query(`select ${COLUMNS} from (${newest('*')}) recent where search_text like ${pattern} order by seq desc limit ${limit}`, given);
    if (recent.length >= limit) return recent;
    const [{ looked }] = await this.db.query(`select count(*)::int as looked from (${newest('seq')}) recent`, values);
    if (looked < LOOKED_THROUGH) return recent;

    const keys = search.length < INDEXED_CHARACTERS || recent.length >= limit * NEARLY ? null : await this.keys(filter);
    if (!keys) return this.db.query(`select ${COLUMNS} from transactions where ${among} and search_text like ${pattern} order by seq desc limit ${limit}`, given);
    const newestOf = (column: string, list: string) =>
      `select found.* from unnest(${list}) as key cross join lateral (select ${COLUMNS} from transactions where ${column} = key and ${among} order by seq desc limit ${limit}) found`;
    return this.db.query(
      `with hashes as materialized (select ${COLUMNS} from transactions where ${among} and lower(tx_hash) like ${pattern})
       select * from (${newestOf('text_key', `$${given.length + 1}::bigint[]`)} union ${newestOf('user_wallet', `$${given.length + 2}::text[]`)} union select * from hashes) found
       order by seq desc limit ${limit}`,
      [...given, keys.texts, keys.wallets],
    );
  }

  /**
   * Where a time begins in the order of the lists: `at` and `seq` grow together, since the log's clock never goes back. Asked for beforehand, so
   * that PostgreSQL knows how little of the log is left when it chooses its way.
   */
  private async firstSince(since: string | null): Promise<string> {
    if (since === null) return '0';
    const [first] = await this.db.query('select seq from transactions where at >= $1 order by at, seq limit 1', [since]);
    return first?.seq ?? LATER_THAN_ALL;
  }

  /** The texts and wallets that contain what is searched for; null where they are too many to look up one by one. */
  private async keys({ search, type }: TransactionFilter): Promise<{ texts: string[]; wallets: string[] } | null> {
    const [{ texts, wallets }] = await this.db.query(
      `select array(select text_key from transaction_texts where text like $1 and ($2::text is null or type = $2) limit $3)::text[] as texts,
              array(select wallet from transaction_wallets where lower(wallet) like $1 limit $3) as wallets`,
      [`%${search}%`, type, KEYS_MAX + 1],
    );
    return texts.length > KEYS_MAX || wallets.length > KEYS_MAX ? null : { texts, wallets };
  }
}
