import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import type { ReadModels } from '#platform/projections/read-models.js';
import { LegalHolds } from './legal-holds.js';

/** Answers every query with no rows, and records which tables were read. */
function emptyDatabase(read: Set<string>): DataSource {
  const query = async (sql: string) => {
    for (const [, table] of sql.matchAll(/\bfrom (\w+)/g)) read.add(table!);
    return [];
  };
  return { query } as unknown as DataSource;
}

/** The tables of each read model that a hold is based on. */
const TABLES: Record<string, string> = {
  purchases: 'purchases',
  'token-issuances': 'token_issuances',
  loans: 'loans',
  properties: 'properties',
  transactions: 'transactions',
  payouts: 'payout_lines',
  cases: 'cases',
};

it('nobody is erased while a read model that knows of holds is behind or halted: each is waited for by name', async () => {
  const read = new Set<string>();
  const stuck = 'loans';
  let asked: readonly string[] = [];
  // Behaves like ReadModels: without names, a halted read model is skipped.
  const waitFor = async (_: string, names: readonly string[] = []) => !(asked = names).includes(stuck);
  const holds = new LegalHolds(emptyDatabase(read), new MemoryEventStore(), { waitFor } as unknown as ReadModels);
  await expect(holds.certainly('rWallet')).rejects.toThrow(/can’t check right now/);
  expect(read.size).toBe(0);
  await holds.of('rWallet');
  expect([...read].sort()).toEqual(asked.map((name) => TABLES[name]).sort());
});
