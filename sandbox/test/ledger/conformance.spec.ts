import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { context, differences, finish, perform, resolve } from './conformance/replay.mjs';
import { type LedgerServer, startLedger } from './support/ledger-server.js';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'conformance', 'scenarios');
const stories = fs
  .readdirSync(folder)
  .sort()
  .map((file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')));

/** Every story is played on the same node; where the recorded node departs from rippled's documents, the documents hold. */
describe('stories recorded from a real XRP Ledger node', () => {
  let server: LedgerServer;
  beforeAll(async () => {
    server = await startLedger();
  });
  afterAll(() => server.close());

  it.each(stories.map((story) => [story.name, story] as const))('%s', async (_name, story) => {
    const ctx = await context(server.url, story);
    const departures: string[] = [];
    for (const [i, step] of story.steps.entries()) {
      const got = await perform(ctx, step);
      const want = step.documented ?? step.expect;
      const found = want === undefined ? [] : differences(resolve(want, ctx), got);
      departures.push(...found.map((line: string) => `step ${i} ${step.do} ${step.label ?? step.request?.command ?? ''}: ${line}`));
    }
    finish(ctx);
    expect(departures).toEqual([]);
  }, 60_000);
});
