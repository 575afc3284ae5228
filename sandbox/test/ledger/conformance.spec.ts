import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { differences, resolve } from './conformance/expected.mjs';
import { context, finish, perform } from './conformance/replay.mjs';
import { type LedgerServer, startLedger } from './support/ledger-server.js';

const conformance = path.join(path.dirname(fileURLToPath(import.meta.url)), 'conformance');

/** `npm test` plays every eighth story, `npm run test:more` all of them. */
const EVERY = process.env.TEST_MORE === '1' || process.env.TEST_FULL === '1' ? 1 : 8;

const storiesIn = (folder: string) =>
  fs
    .readdirSync(path.join(conformance, folder))
    .sort()
    .filter((_, index) => index % EVERY === 0)
    .map((file) => JSON.parse(fs.readFileSync(path.join(conformance, folder, file), 'utf8')));

/** Plays a story; where the recorded node departs from rippled's documents, the documents hold. */
async function departuresOf(url: string, story: ReturnType<typeof storiesIn>[number]): Promise<string[]> {
  const ctx = await context(url, story);
  const departures: string[] = [];
  for (const [i, step] of story.steps.entries()) {
    const got = await perform(ctx, step);
    const want = step.documented ?? step.expect;
    const found = want === undefined ? [] : differences(resolve(want, ctx), got);
    departures.push(
      ...found.map((line: string) => `step ${i} ${step.do} ${step.label ?? step.request?.command ?? ''}: ${line}`),
    );
  }
  finish(ctx);
  return departures;
}

describe.each([
  ['stories recorded from a real XRP Ledger node', 'scenarios'],
  ['their neighbors, recorded from the same node: other flags, orders, amounts and errors', 'neighbors'],
])('%s', (_about, folder) => {
  const stories = storiesIn(folder);
  let server: LedgerServer;
  beforeAll(async () => {
    server = await startLedger();
  });
  afterAll(() => server.close());

  it.each(stories.map((story) => [story.name, story] as const))('%s', async (_name, story) => {
    expect(await departuresOf(server.url, story)).toEqual([]);
  });
});
