import { Inject, Injectable } from '@nestjs/common';
import { NOTICE_TOPICS, type NoticeTopic } from '@tknest/contracts/api';
import type { Pool } from 'pg';
import { POOL } from '#platform/database/pool.js';

/** A person's preferences for a topic: in the list, and by mail. */
export interface Wish {
  show: boolean;
  mail: boolean;
}
const UNLESS_SAID: Wish = { show: true, mail: false };

/**
 * What a person has read, and their preferences. Not events: losing them does no harm, and they are deleted with the
 * person (decision 027).
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

  async forget(wallet: string): Promise<void> {
    for (const table of ['notification_people', 'notification_reads', 'notification_mails'])
      await this.pool.query(`delete from platform.${table} where wallet = $1`, [wallet]);
  }
}
