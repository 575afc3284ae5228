/**
 * What a migration may do while older programs are running: add, never remove. A release removes only what no program
 * that may still be running needs (docs/operations.md, "Upgrades"). The baseline has nothing beside it.
 */
interface Rule {
  /** Matches a statement that breaks the rule. */
  breaks: RegExp;
  words: string;
}

/** A name, with or without a schema. */
const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?([a-z_.]+)`;

/** The rules apply to tables that existed before the migration. */
const RULES: readonly Rule[] = [
  {
    breaks: /^create (?:unique )?index (?!concurrently)/,
    words: 'an index on a table that has rows is made with CONCURRENTLY, in a migration with `transaction = false`',
  },
  {
    breaks: /^alter table .*\badd (?:column )?[^,]*\bnot null\b(?![^,]*\bdefault\b)/,
    words: 'a new column is nullable or has a default: an older program does not fill it',
  },
  {
    breaks:
      /^alter table .*\badd (?:column )?[^,]*\bdefault \(?(?:now|clock_timestamp|gen_random_uuid|random|nextval)\b/,
    words: 'a default is a constant: one that differs from row to row rewrites the table',
  },
  { breaks: /^alter table .*\bset not null\b/, words: 'SET NOT NULL reads the whole table under a lock' },
  { breaks: /^alter table .*\balter (?:column )?\w+ (?:set data )?type\b/, words: 'another type rewrites the table' },
  {
    breaks: /^alter table .*\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    words: 'a constraint is added NOT VALID, and validated by a later statement',
  },
  {
    breaks: /^alter table .*\badd (?:constraint \w+ )?(?:unique|primary key)\b(?!.*\busing index\b)/,
    words: 'a key is added USING an INDEX that was made CONCURRENTLY',
  },
  {
    breaks: /^(?:alter table .*\b(?:drop (?:column )?\w|rename )|drop table |truncate )/,
    words: 'an older program still needs what is dropped or renamed: `contracts` says since which release none does',
  },
  { breaks: /^(?:vacuum full|cluster|lock table|reindex (?!.*concurrently))\b/, words: 'it locks the table for long' },
];

export interface Statements {
  statements: readonly string[];
  /** If the migration removes something: the release since which no program needs it. */
  contracts?: string;
}

/** @returns the rules that a migration's statements break, as messages */
export function brokenRules({ statements, contracts }: Statements): string[] {
  const made = new Set<string>();
  const broken: string[] = [];
  for (const statement of statements.flatMap(split)) {
    const [, created] = new RegExp(`^create (?:unlogged )?table ${NAME}`).exec(statement) ?? [];
    if (created) made.add(created);
    const [, table] =
      new RegExp(`^(?:alter|drop|lock) table ${NAME}`).exec(statement) ??
      new RegExp(String.raw`^create .*?index .*?\bon ${NAME}`).exec(statement) ??
      [];
    if (table && made.has(table)) continue;
    for (const { breaks, words } of RULES) {
      if (!breaks.test(statement) || (contracts && words.includes('`contracts`'))) continue;
      broken.push(`${words}: ${statement.slice(0, 80)}`);
    }
  }
  return broken;
}

/** Statements of a text, without comments, in lower case, on one line; bodies of functions are left out. */
function split(text: string): string[] {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$body$$')
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
}
