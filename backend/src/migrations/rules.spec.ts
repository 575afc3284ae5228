import { describe, expect, it } from '@jest/globals';
import { migrations } from './index.js';
import { brokenRules } from './rules.js';

/** Runs nothing: keeps what a migration would run. */
async function statementsOf(migration: { up(runner: never): Promise<void> }): Promise<string[]> {
  const statements: string[] = [];
  const runner = { query: (text: string) => (statements.push(text), Promise.resolve([])) };
  await migration.up(runner as never);
  return statements;
}

describe('A migration that older programs work beside', () => {
  it.each([
    ['create index on read_models.transactions (wallet)', 'CONCURRENTLY'],
    ['create unique index payers on read_models.transactions (payer)', 'CONCURRENTLY'],
    ['alter table read_models.loans add column stage text not null', 'nullable or has a default'],
    ['alter table read_models.loans add column made timestamptz default now()', 'constant'],
    ['alter table read_models.loans alter column stage set not null', 'SET NOT NULL'],
    ['alter table read_models.loans alter column id type bigint', 'another type'],
    ['alter table read_models.loans add constraint positive check (amount > 0)', 'NOT VALID'],
    ['alter table read_models.loans add foreign key (id) references read_models.properties', 'NOT VALID'],
    ['alter table read_models.loans add primary key (id)', 'USING an INDEX'],
    ['alter table read_models.loans drop column stage', 'still needs'],
    ['alter table read_models.loans rename column stage to state', 'still needs'],
    ['-- tidy\n  DROP TABLE read_models.loans;', 'still needs'],
    ['create table read_models.a (id int); lock table read_models.loans', 'locks'],
  ])('is refused: %s', (statement, words) => {
    expect(brokenRules({ statements: [statement] })).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    'create table read_models.a (id int primary key); create index on read_models.a (id)',
    'create index concurrently payers on read_models.transactions (payer)',
    'alter table read_models.loans add column stage text',
    "alter table read_models.loans add column stage text not null default 'open'",
    'alter table read_models.loans add constraint positive check (amount > 0) not valid',
    'alter table read_models.loans validate constraint positive',
    'create function platform.f() returns void language plpgsql as $$ begin drop table x; end $$',
  ])('may: %s', (statement) => expect(brokenRules({ statements: [statement] })).toEqual([]));

  it('takes away what it says no program needs any more', () => {
    const statements = ['alter table read_models.loans drop column stage'];
    expect(brokenRules({ statements, contracts: '0.3.0' })).toEqual([]);
  });

  it('all of them keep the rules, except the baseline', async () => {
    const broken: string[] = [];
    for (const Migration of migrations.slice(1)) {
      const migration = new Migration() as InstanceType<typeof Migration> & { contracts?: string };
      const statements = await statementsOf(migration);
      for (const words of brokenRules({ statements, contracts: migration.contracts }))
        broken.push(`${migration.name}: ${words}`);
    }
    expect(broken).toEqual([]);
  });
});
