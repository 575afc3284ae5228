import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens are redeemed when their loan is paid off: redemptions, and the purchases that they end. */
export class TokenRedemptions0000000000084 implements MigrationInterface {
  name = 'TokenRedemptions0000000000084';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read_models.token_redemptions (
        id uuid primary key,
        seq bigint not null,
        property_id integer not null,
        holder text not null,
        tokens bigint not null,
        status text not null,
        tx_hash text,
        at text not null,
        redeemed_at text
      );
      create index token_redemptions_open on read_models.token_redemptions (holder) where status <> 'completed';
      alter table read_models.purchases add column redeemed_at text;
      alter table read_models.purchases add column redemption_hash text;
      create index purchases_of_holder on read_models.purchases (property_id, wallet);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read_models.purchases_of_holder;
      alter table read_models.purchases drop column redemption_hash;
      alter table read_models.purchases drop column redeemed_at;
      drop table read_models.token_redemptions;
    `);
  }
}
