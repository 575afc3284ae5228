import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = import.meta.dirname;
/** The log, tables and the vault, which only handlers may use. */
const STORES = /\b(EVENT_STORE|STORED_LOG|DataSource|POOL|VaultService)\b/;
/** Features with all calls going through the buses; a feature listed here must stay here. */
const FEATURES = ['access', 'administration', 'operations-cases', 'identity', 'listings', 'platform-info'];

const controllersOf = (feature: string) =>
  readdirSync(path.join(FOLDER, feature), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.controller.ts'))
    .map((file) => path.join(feature, file));

describe('Every write goes through the command bus, every read through a query handler', () => {
  it.each(FEATURES)('%s: no controller touches the log, a table or the vault itself', (feature) => {
    const controllers = controllersOf(feature);
    expect(controllers.length).toBeGreaterThan(0);
    expect(controllers.filter((file) => STORES.test(readFileSync(path.join(FOLDER, file), 'utf8')))).toEqual([]);
  });
  it.each(FEATURES)('%s: no controller reads a query string that no class has checked', (feature) => {
    const unchecked = /@Query\([^)]*\)\s*\w+\??: (Record|string|any|unknown)|@Query\('/;
    expect(
      controllersOf(feature).filter((file) => unchecked.test(readFileSync(path.join(FOLDER, file), 'utf8'))),
    ).toEqual([]);
  });
});
