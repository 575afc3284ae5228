import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve('backend/src/features');

/**
 * Tables of other features that a feature's SQL reads directly, with the reasons. All others are read through the typed
 * readers in the `readers.public.ts` of the feature that owns the table; decisions fold streams.
 */
const READS: Readonly<Record<string, { tables: readonly string[]; because: string }>> = {
  administration: {
    tables: ['identity.persons', 'investments.purchases', 'payouts.payout_lines'],
    because:
      'Everybody is ordered by what they invested or earned: one statement filters, sums, sorts and cuts a page.',
  },
  payouts: {
    tables: ['investments.property_names'],
    because:
      'Runs are found by the name of their property and shown to its owner: one statement filters and cuts a page.',
  },
};

const featureOf = (file: string): string => path.relative(ROOT, file).split(path.sep)[0]!;
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/testing\//.test(file))
  .map((file) => path.join(ROOT, file));

/** The feature that fills each table, by its projection. */
const owners = new Map(
  sources
    .filter((file) => file.endsWith('.projection.ts'))
    .flatMap((file) => {
      const [, tables = ''] = /tables: \[([^\]]*)\]/.exec(readFileSync(file, 'utf8')) ?? [];
      return [...tables.matchAll(/'(\w+)'/g)].map(([, table]) => [table!, featureOf(file)] as const);
    }),
);

const USED = /\b(from|join|into|update|isThere\(\w+, ['"`])\s*(?:read_models\.)?"?(\w+)"?/g;
/** If a query does not contain the table's name literally, the table could belong to any feature. */
const UNNAMED = /\b(select|delete|insert)\b[^;`]*\b(from|join|into) \$\{|\b(update|lock table) \$\{/;

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

it('no feature writes a table of another one, and whose it reads itself is said here, with the reason', () => {
  expect(owners.size).toBeGreaterThan(30);
  const features = [...new Set(sources.map(featureOf))];
  const used = new Map(features.map((feature) => [feature, usedBy(feature)]));
  expect(features.filter((feature) => used.get(feature)!.writes.length > 0)).toEqual([]);
  const reads = [...used]
    .filter(([, { reads: own }]) => own.length > 0)
    .map(([feature, { reads: own }]) => [feature, own]);
  const declared = Object.entries(READS).map(([feature, { tables }]) => [feature, [...tables].sort()]);
  expect(Object.fromEntries(reads)).toEqual(Object.fromEntries(declared));
  for (const { because } of Object.values(READS)) expect(because).toMatch(/^[A-Z].{40,}\.$/);
});

it('no feature hides which table it reads, or hands out the entity of one', () => {
  const having = (found: RegExp) =>
    sources.filter((file) => found.test(readFileSync(file, 'utf8'))).map((file) => path.relative(ROOT, file));
  expect(having(UNNAMED)).toEqual([]);
  const publicFiles = having(/^export (?!type).*entit(y|ies)\.js'/m).filter((file) => file.endsWith('.public.ts'));
  expect(publicFiles).toEqual([]);
});
