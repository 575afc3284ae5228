import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails about notifications: their recipients and states, without address or text. */
export class NotificationMails0000000000196 implements MigrationInterface {
  name = 'NotificationMails0000000000196';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table platform.notification_mails (
         notification_id text not null,
         wallet text not null,
         state text not null,
         attempts integer not null default 0,
         reason text,
         since timestamptz not null,
         primary key (notification_id, wallet)
       )`,
    );
    await runner.query('create index notification_mails_wallet on platform.notification_mails (wallet)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform.notification_mails');
  }
}
