import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { READ_MODELS } from '@tknest/contracts/api';
import type { Projection } from '#platform/projections/projection.js';

const FOLDER = import.meta.dirname;

async function projections(): Promise<Projection[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.projection.ts'));
  // One after another, because they import the same files.
  const modules: Record<string, unknown>[] = [];
  for (const file of files) modules.push((await import(path.join(FOLDER, file))) as Record<string, unknown>);
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value): value is Projection => typeof value === 'object' && value !== null && 'tables' in value);
}

describe('The names of read models in the contracts', () => {
  it('are those that the features keep, none missing and none too many', async () => {
    const kept = (await projections()).map(({ name }) => name);
    expect(kept.length).toBeGreaterThan(15);
    expect(kept.sort()).toEqual(Object.keys(READ_MODELS).sort());
  });
});
