import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCE = path.resolve('frontend/src');
/** Only constants: such a style belongs into a style sheet. */
const CONSTANT = /style=\{\{(?:\s*\w+: (?:'[^']*'|[\d.]+),?)+\s*\}\}/g;

it('an inline style has a value that is computed', () => {
  const pages = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(pages.length).toBeGreaterThan(200);
  const found = pages
    .filter((file) => !file.endsWith('.spec.tsx') && !file.startsWith('dev'))
    .flatMap((file) =>
      [...readFileSync(path.join(SOURCE, file), 'utf8').matchAll(CONSTANT)].map(([one]) => `${file}: ${one}`),
    );
  expect(found).toEqual([]);
});
