import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sources, build and bundle all lie two folders below the backend. */
const SCHEMA = new URL('../../schema/', import.meta.url);

/** The schema of 1.0, in the order in which it is made. */
export const BASELINE_FILES = [
  'extensions.sql',
  'event-store.sql',
  'log-index.sql',
  'platform.sql',
  'read-models-listings.sql',
  'read-models-payments.sql',
  'read-models-loans.sql',
  'read-models-people.sql',
  'read-models-office.sql',
] as const;

/** The text of one file of `backend/schema`. */
export const schemaFile = (name: string): string => readFileSync(new URL(name, SCHEMA), 'utf8');

/**
 * The schema of a fresh start. It is edited in place until 1.0.0 is tagged; from then on, changes are migrations of
 * their own (`baseline.spec`).
 */
export class Baseline0000000000001 implements MigrationInterface {
  name = 'Baseline0000000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const name of BASELINE_FILES) await runner.query(schemaFile(name));
  }

  async down(): Promise<void> {
    throw new Error('There is nothing before the baseline: create a new database.');
  }
}
