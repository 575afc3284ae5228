import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes on cases and proposals, and file names, are in the vault; the read models contain the ids of their items. */
export class NotesInTheVault0000000000184 implements MigrationInterface {
  name = 'NotesInTheVault0000000000184';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.cases add column note_item text');
    await runner.query('alter table read_models.proposals add column note_item text');
    await runner.query('alter table read_models.properties add column contract_name_item text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read_models.properties drop column contract_name_item');
    await runner.query('alter table read_models.proposals drop column note_item');
    await runner.query('alter table read_models.cases drop column note_item');
  }
}
