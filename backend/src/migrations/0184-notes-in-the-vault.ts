import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What persons say of cases and proposals, and names of files, lie in the vault; the read models know where. */
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
