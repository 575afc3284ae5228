import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve('backend/src/features');

/**
 * Which tables of other features a feature's SQL reads. A list that joins what several features show has to stand
 * somewhere; here it is said where, so that nobody changes a table without knowing who reads it.
 */
const READS: Readonly<Record<string, readonly string[]>> = {
  administration: [
    'investments.participations',
    'listings.properties',
    'identity.persons',
    'payments.transaction_days',
    'payments.transaction_texts',
    'payments.transaction_wallets',
    'payments.transactions',
    'payouts.payout_lines',
  ],
  identity: ['payments.transactions'],
  investments: ['activity.movements', 'loans.loans', 'payouts.payout_lines'],
  issuance: ['investments.participations', 'payments.transactions'],
  payments: ['listings.properties', 'operations-cases.cases'],
  payouts: ['investments.property_names', 'loans.loans', 'payments.transactions', 'reconciliation.leg_hashes'],
  'platform-accounts': ['reconciliation.leg_hashes'],
  reconciliation: [
    'investments.participations',
    'issuance.token_issuances',
    'listings.properties',
    'operations-cases.cases',
    'payments.transactions',
    'payouts.payout_lines',
    'redemption.token_redemptions',
  ],
  statements: ['activity.movement_holdings', 'activity.movement_properties', 'activity.movements', 'audit.log_minutes'],
};

const featureOf = (file: string): string => path.relative(ROOT, file).split(path.sep)[0]!;
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/testing\//.test(file))
  .map((file) => path.join(ROOT, file));

/** Which feature fills a table, by its projection. */
const owners = new Map(
  sources
    .filter((file) => file.endsWith('.projection.ts'))
    .flatMap((file) => {
      const [, tables = ''] = /tables: \[([^\]]*)\]/.exec(readFileSync(file, 'utf8')) ?? [];
      return [...tables.matchAll(/'(\w+)'/g)].map(([, table]) => [table!, featureOf(file)] as const);
    }),
);

const USED = /\b(from|join|into|update)\s+(?:read_models\.)?"?(\w+)"?/g;

function usedBy(feature: string): { reads: string[]; writes: string[] } {
  const found = sources
    .filter((file) => featureOf(file) === feature)
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(USED)])
    .map(([, how, table]) => ({ writes: how === 'into' || how === 'update', table: table!, of: owners.get(table!) }))
    .filter(({ of }) => of !== undefined && of !== feature);
  const named = (writes: boolean) =>
    [...new Set(found.filter((one) => one.writes === writes).map(({ of, table }) => `${of}.${table}`))].sort();
  return { reads: named(false), writes: named(true) };
}

it('no feature writes a table of another one, and whose it reads is said here', () => {
  expect(owners.size).toBeGreaterThan(30);
  const features = [...new Set(sources.map(featureOf))];
  const used = new Map(features.map((feature) => [feature, usedBy(feature)]));
  expect(features.filter((feature) => used.get(feature)!.writes.length > 0)).toEqual([]);
  const reads = [...used]
    .filter(([, { reads: own }]) => own.length > 0)
    .map(([feature, { reads: own }]) => [feature, own]);
  const declared = Object.fromEntries(Object.entries(READS).map(([feature, own]) => [feature, [...own].sort()]));
  expect(Object.fromEntries(reads)).toEqual(declared);
});
