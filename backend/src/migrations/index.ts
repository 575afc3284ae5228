import type { MigrationInterface } from 'typeorm';
import { EventLog0000000000001 } from './0001-event-log.js';

/**
 * Every migration in order. A class is named `<What><13 digits>`, the digits being the number of its file (TypeORM sorts by them).
 * 0001–0009 belong to the platform; features number theirs from 0010. Nothing that has been released is ever edited.
 */
export const migrations: readonly (new () => MigrationInterface)[] = [EventLog0000000000001];
