import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The MAC of each event, outside of the sealed data: number of the key and HMAC. Older events cannot be changed; their
 * MACs are in a separate table, by event id, for a log on either store.
 */
export class EventMacs0000000000181 implements MigrationInterface {
  name = 'EventMacs0000000000181';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table eventstore.events add column mac bytea;
      alter table log_index.events add column mac bytea;
      create table eventstore.old_macs (id uuid primary key, mac bytea not null);
      comment on table eventstore.old_macs is 'The MACs of events that were written before there were any.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table eventstore.old_macs;
      alter table log_index.events drop column mac;
      alter table eventstore.events drop column mac;
    `);
  }
}
