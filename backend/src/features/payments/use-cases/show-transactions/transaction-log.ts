import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { escapeLike } from '#platform/database/escape-like.js';
import type { TransactionFilter, TransactionRow } from './transaction-query.js';

const COLUMNS =
  'id, seq, payment_id, leg, status, ending, type, description, user_wallet, amount, currency, property_id, property_name, at, date, tx_hash';
/** How many of the newest rows are searched first: a frequent text fills a page with them. */
const GLANCE = 1_000;
/** How many rows are scanned if the first search suggests that they fill the page: faster than looking up keys. */
const WALK = 10_000;
/**
 * If more texts or wallets than this contain the search text, it is frequent, though not among the newest rows, and
 * scanning the whole log soon finds it.
 */
const KEYS_MAX = 500;
const INDEXED_CHARACTERS = 3;
/** Some sixty of a million hashes contain a given run of five hexadecimal characters. */
const TELLING_CHARACTERS = 5;
const LATER_THAN_ALL = '9223372036854775807';
const HEXADECIMAL = /^[0-9a-f]{1,64}$/;
const OF_AN_ADDRESS = /^[1-9a-z]{1,35}$/;

/**
 * Pages of the transaction log, newest first, fast with any filters and at any size (measured by bench/admin-log.mjs).
 */
@Injectable()
export class TransactionLog {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @param before only rows with a smaller `seq` */
  async read(filter: TransactionFilter, before: string, limit: number): Promise<TransactionRow[]> {
    const values = [...filter.values, before, await this.firstSince(filter.since)];
    const among = `${filter.sql} and seq < $${values.length - 1} and seq >= $${values.length}`;
    if (filter.search === null)
      return this.db.query(
        `select ${COLUMNS} from transactions where ${among} order by seq desc limit ${limit}`,
        values,
      );
    const found = await this.search({ ...filter, search: filter.search }, among, values, limit);
    return this.db.query(`select ${COLUMNS} from transactions where seq = any($1::bigint[]) order by seq desc`, [
      found,
    ]);
  }

  /** The `seq` of the rows that contain the search text, newest first, found with the fastest strategy. */
  private async search(
    filter: TransactionFilter & { search: string },
    among: string,
    values: unknown[],
    limit: number,
  ): Promise<string[]> {
    const walk = async (rows: number | null) => {
      const part = (what: string) =>
        `select ${what} from transactions where ${among} order by seq desc limit ${rows ?? 'all'}`;
      // A query that scans the whole log does not need a count first.
      const whole =
        rows === null
          ? 'true'
          : `cardinality(found) = ${limit} or (select count(*) from (${part('seq')}) rows) < ${rows}`;
      const [page]: { found: string[]; whole: boolean }[] = await this.db.query(
        `with page as materialized (
           select array(select seq from (${part('seq, search_text')}) rows where strpos(search_text, $${values.length + 1}) > 0 order by seq desc limit ${limit})::text[] as found
         )
         select found, ${whole} as whole from page`,
        [...values, filter.search],
      );
      return page!;
    };
    const glance = await walk(GLANCE);
    if (glance.whole) return glance.found;
    if ((glance.found.length * WALK) / GLANCE >= limit) {
      const walked = await walk(WALK);
      if (walked.whole) return walked.found;
    }
    const keys = filter.search.length < INDEXED_CHARACTERS ? null : await this.keys(filter);
    return keys ? this.byKeys(filter.search, keys, among, values, limit) : (await walk(null)).found;
  }

  private async byKeys(
    search: string,
    keys: { texts: string[]; wallets: string[] },
    among: string,
    values: unknown[],
    limit: number,
  ): Promise<string[]> {
    const given = [...values];
    const newest = (where: string) =>
      `select seq from transactions where ${where} and ${among} order by seq desc limit ${limit}`;
    const newestOf = (column: string, type: string, list: string[]) =>
      `select found.seq from unnest($${given.push(list)}::${type}[]) as key cross join lateral (${newest(`${column} = key`)}) found`;
    const ways = [newestOf('text_key', 'bigint', keys.texts), newestOf('user_wallet', 'text', keys.wallets)];
    // Materialized, so that PostgreSQL uses the trigram index instead of checking each row of the filter. A few
    // trigrams leave almost no rows, and looking up all trigrams of a long hash takes long.
    const hashes = HEXADECIMAL.test(search)
      ? `with hashes as materialized (select seq from transactions where ${among} and lower(tx_hash) like $${given.push(`%${search.slice(0, TELLING_CHARACTERS)}%`)} and strpos(lower(tx_hash), $${given.push(search)}) > 0)`
      : '';
    if (hashes) ways.push('select seq from hashes');
    const rows: { seq: string }[] = await this.db.query(
      `${hashes} select seq from (${ways.join(' union ')}) found order by seq desc limit ${limit}`,
      given,
    );
    return rows.map(({ seq }) => seq);
  }

  /**
   * The first `seq` at or after a time: `at` and `seq` grow together, since the log's clock never goes back. Queried
   * beforehand, so that PostgreSQL knows how little of the log is left when it plans the query.
   */
  private async firstSince(since: string | null): Promise<string> {
    if (since === null) return '0';
    const [first] = await this.db.query('select seq from transactions where at >= $1 order by at, seq limit 1', [
      since,
    ]);
    return first?.seq ?? LATER_THAN_ALL;
  }

  /** The texts and wallets that contain the search text; null if they are too many to look up one by one. */
  private async keys({
    search,
    type,
  }: TransactionFilter & { search: string }): Promise<{ texts: string[]; wallets: string[] } | null> {
    const pattern = `%${escapeLike(search)}%`;
    const [texts, wallets]: [{ text_key: string }[], { wallet: string }[]] = await Promise.all([
      this.db.query(
        'select text_key from transaction_texts where text like $1 and ($2::text is null or type = $2) limit $3',
        [pattern, type, KEYS_MAX + 1],
      ),
      OF_AN_ADDRESS.test(search)
        ? this.db.query('select wallet from transaction_wallets where lower(wallet) like $1 limit $2', [
            pattern,
            KEYS_MAX + 1,
          ])
        : [],
    ]);
    return texts.length > KEYS_MAX || wallets.length > KEYS_MAX
      ? null
      : { texts: texts.map(({ text_key }) => text_key), wallets: wallets.map(({ wallet }) => wallet) };
  }
}
