import { Inject, Injectable } from '@nestjs/common';
import { NOTICE_TOPICS, type NoticeTopic } from '@tknest/contracts/api';
import { WATCHLIST } from '@tknest/contracts/rules';
import type { Pool } from 'pg';
import { POOL } from '#platform/database/pool.js';

/** A person's preferences for a topic: in the list, and by mail. */
export interface Wish {
  show: boolean;
  mail: boolean;
}
const UNLESS_SAID: Wish = { show: true, mail: false };

/**
 * What a person has read and watches, and their preferences. Not events: losing them does no harm, and they are
 * deleted with the person (decision 027).
 */
@Injectable()
export class NotificationState {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async markRead(wallet: string, notificationIds: readonly string[]): Promise<void> {
    await this.pool.query(
      `insert into platform.notification_reads (wallet, notification_id) select $1, unnest($2::text[])
       on conflict (wallet, notification_id) do nothing`,
      [wallet, notificationIds],
    );
  }

  /**
   * Marks everything up to a position of the log as read.
   * @param isNewest nothing comes after it, so single marks before it need not be kept
   */
  async markAllRead(wallet: string, position: string, isNewest: boolean): Promise<void> {
    await this.pool.query(
      `with all_read as (
         insert into platform.notification_people as p (wallet, read_to) values ($1, $2)
         on conflict (wallet) do update set read_to = greatest(p.read_to, excluded.read_to))
       delete from platform.notification_reads where wallet = $1 and $3`,
      [wallet, position, isNewest],
    );
  }

  async wishesOf(wallet: string): Promise<Record<NoticeTopic, Wish>> {
    const { rows } = await this.pool.query<{ preferences: Partial<Record<NoticeTopic, Partial<Wish>>> }>(
      'select preferences from platform.notification_people where wallet = $1',
      [wallet],
    );
    const said = rows[0]?.preferences ?? {};
    return Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, { ...UNLESS_SAID, ...said[topic] }])) as Record<
      NoticeTopic,
      Wish
    >;
  }

  async wish(wallet: string, topic: NoticeTopic, wish: Partial<Wish>): Promise<void> {
    await this.pool.query(
      `insert into platform.notification_people as p (wallet, preferences)
       values ($1, jsonb_build_object($2::text, $3::jsonb))
       on conflict (wallet) do update
       set preferences = p.preferences || jsonb_build_object($2::text, coalesce(p.preferences -> $2, '{}') || $3::jsonb)`,
      [wallet, topic, JSON.stringify(wish)],
    );
  }

  /** The properties that somebody watches, the newest first. */
  async watchedBy(wallet: string): Promise<number[]> {
    const { rows } = await this.pool.query<{ property_id: number }>(
      'select property_id from platform.watched_properties where wallet = $1 order by since desc, property_id desc limit $2',
      [wallet, WATCHLIST.max],
    );
    return rows.map(({ property_id }) => property_id);
  }

  /** Those who watched a property before this notice. */
  async watchersOf(propertyId: number, seq: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ wallet: string }>(
      'select wallet from platform.watched_properties where property_id = $1 and since < $2',
      [propertyId, seq],
    );
    return rows.map(({ wallet }) => wallet);
  }

  /** @param since the newest notice, after which theirs begin. @returns whether there was room for it */
  async watch(wallet: string, propertyId: number, since: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into platform.watched_properties (wallet, property_id, since)
       select $1, $2, $3 from (select count(*) < $4 or coalesce(bool_or(property_id = $2), false) as has_room
         from platform.watched_properties where wallet = $1) own where has_room
       on conflict (wallet, property_id) do update set since = platform.watched_properties.since`,
      [wallet, propertyId, since, WATCHLIST.max],
    );
    return rowCount === 1;
  }

  async unwatch(wallet: string, propertyId: number): Promise<void> {
    await this.pool.query('delete from platform.watched_properties where wallet = $1 and property_id = $2', [
      wallet,
      propertyId,
    ]);
  }

  async forget(wallet: string): Promise<void> {
    for (const table of ['notification_people', 'notification_reads', 'notification_mails', 'watched_properties'])
      await this.pool.query(`delete from platform.${table} where wallet = $1`, [wallet]);
  }
}
