import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { BASELINE_FILES, schemaFile } from './0001-baseline.js';

/** As `sha256sum *.sql` prints it in `backend/schema`: made for the tag of 1.0.0, and empty before. */
const FROZEN = schemaFile('frozen.sha256');
const IS_RELEASED = /^## \[1\.0\.0\] - \d/m.test(readFileSync('CHANGELOG.md', 'utf8'));

/** Files of the baseline that are not as they were at the tag. */
const changedSince = (frozen: string, text: (name: string) => string): string[] =>
  BASELINE_FILES.filter(
    (name) => !frozen.includes(`${createHash('sha256').update(text(name)).digest('hex')}  ${name}\n`),
  );

it('once 1.0.0 is released, nobody edits the baseline: a change is a migration of its own', () => {
  expect(FROZEN !== '' || IS_RELEASED ? changedSince(FROZEN, schemaFile) : []).toEqual([]);
});

it('a changed file, or one whose digest is missing, is found', () => {
  const frozen = BASELINE_FILES.map(
    (name) => `${createHash('sha256').update(schemaFile(name)).digest('hex')}  ${name}\n`,
  );
  expect(changedSince(frozen.join(''), schemaFile)).toEqual([]);
  expect(changedSince(frozen.slice(1).join(''), schemaFile)).toEqual([BASELINE_FILES[0]]);
  const edited = (name: string) => schemaFile(name) + (name === 'platform.sql' ? '-- more\n' : '');
  expect(changedSince(frozen.join(''), edited)).toEqual(['platform.sql']);
});

it('every SQL file belongs to the baseline', () => {
  const files = readdirSync('backend/schema').filter((name) => name.endsWith('.sql'));
  expect(files.sort()).toEqual([...BASELINE_FILES].sort());
});
