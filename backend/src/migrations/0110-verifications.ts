import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Verifications with providers, scans of documents, and requests for erasure; and keyed digests for looking up values
 * that only the vault contains.
 */
export class Verifications0000000000110 implements MigrationInterface {
  name = 'Verifications0000000000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform.vault_lookups (
        kind    text not null,
        digest  text not null,
        subject text not null,
        primary key (kind, digest, subject)
      );
      create index vault_lookups_subject on platform.vault_lookups (subject);
      alter table read_models.kyc_documents drop column sha256;
      alter table read_models.kyc_documents add column scan text not null default 'unscanned';
      create table read_models.verifications (
        external_id text primary key,
        provider    text not null,
        provider_id text not null,
        wallet      text not null,
        role        text not null,
        status      text not null,
        started_at  text not null
      );
      create unique index verifications_provider_id on read_models.verifications (provider, provider_id);
      create index verifications_wallet on read_models.verifications (wallet);
      create table read_models.erasures (
        wallet         text primary key,
        requested_at   text,
        erased_at      text,
        retained_until text,
        redactions     integer not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read_models.erasures, read_models.verifications, platform.vault_lookups;
      alter table read_models.kyc_documents drop column scan;
      alter table read_models.kyc_documents add column sha256 text not null default '';
    `);
  }
}
