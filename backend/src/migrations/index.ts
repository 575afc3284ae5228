import type { MigrationInterface } from 'typeorm';
import { Baseline0000000000001 } from './0001-baseline.js';

/**
 * Every migration in order. A class is named `<What><13 digits>`, the digits being the number of its file (TypeORM
 * sorts by them). A released migration is never edited.
 */
export const migrations: (new () => MigrationInterface)[] = [Baseline0000000000001];

/** The name of the first one, which every database from 1.0 on has had. */
export const BASELINE = Baseline0000000000001.name;
