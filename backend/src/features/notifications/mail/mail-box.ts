import { Inject, Injectable } from '@nestjs/common';
import type { NoticeTopic } from '@tknest/contracts/api';
import type { Pool } from 'pg';
import { POOL } from '#platform/database/pool.js';

export const MAIL_STATES = ['waiting', 'sending', 'sent', 'skipped', 'failed', 'unsure'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The recipient and state of each mail, without address and text. */
@Injectable()
export class MailBox {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** The people among these who want mail about a topic. */
  async wanting(topic: NoticeTopic, wallets: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ wallet: string }>(
      `select wallet from platform.notification_people
       where wallet = any($1) and preferences -> $2 ->> 'mail' = 'true' order by wallet`,
      [wallets, topic],
    );
    return rows.map(({ wallet }) => wallet);
  }

  async put(notificationId: string, wallet: string, at: Date): Promise<void> {
    await this.pool.query(
      `insert into platform.notification_mails (notification_id, wallet, state, since) values ($1, $2, 'waiting', $3)
       on conflict (notification_id, wallet) do nothing`,
      [notificationId, wallet, at],
    );
  }

  /**
   * Claims a mail for sending, so that it is sent at most once. A mail that was claimed and never concluded may have
   * been sent.
   * @returns null if it is not to be sent
   */
  async take(notificationId: string, wallet: string): Promise<{ attempts: number; since: Date } | null> {
    const { rows } = await this.pool.query<{ attempts: number; since: Date; state: MailState }>(
      `update platform.notification_mails
       set state = case state when 'waiting' then 'sending' else 'unsure' end,
           attempts = attempts + case state when 'waiting' then 1 else 0 end,
           reason = case state when 'waiting' then null else 'The program ended while it was being sent' end
       where notification_id = $1 and wallet = $2 and state in ('waiting', 'sending') returning attempts, since, state`,
      [notificationId, wallet],
    );
    return rows[0]?.state === 'sending' ? rows[0] : null;
  }

  async conclude(notificationId: string, wallet: string, state: MailState, reason: string | null): Promise<void> {
    await this.pool.query(
      'update platform.notification_mails set state = $3, reason = $4 where notification_id = $1 and wallet = $2',
      [notificationId, wallet, state, reason],
    );
  }

  /** Number of mails by state, including sent and skipped ones. */
  async tally(): Promise<Partial<Record<MailState, number>>> {
    const { rows } = await this.pool.query<{ state: MailState; count: number }>(
      'select state, count(*)::int as count from platform.notification_mails group by state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
}
