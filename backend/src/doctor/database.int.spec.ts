import { describe, expect, it } from '@jest/globals';
import { ownedDatabase } from '#test/support/database.js';
import { databaseFindings } from './database.js';

describe('the roles of a database', () => {
  const looked = async (mayActForApplication: boolean, swap = false) => {
    const owned = await ownedDatabase({ mayActForApplication });
    try {
      const found = await databaseFindings({
        databaseUrl: swap ? owned.owner : owned.application,
        migrateUrl: owned.owner,
        databaseConnections: 10,
      });
      return found.filter(({ words }) => words.includes('role')).map(({ level, words }) => `${level}: ${words}`);
    } finally {
      await owned.drop();
    }
  };

  it('are in order where the owner may act for the application', async () => expect(await looked(true)).toEqual([]));

  it('are not where the owner may not give it its rights', async () =>
    expect(await looked(false)).toEqual([
      'failure: the role of MIGRATE_URL cannot grant test_application its rights: run “grant test_application to test_stranger”',
    ]));

  it('are one where both addresses name the same', async () =>
    expect(await looked(true, true)).toEqual([
      'warning: the role of DATABASE_URL, test_owner, is a member of the role that owns the log, so it could change the log',
    ]));
});
