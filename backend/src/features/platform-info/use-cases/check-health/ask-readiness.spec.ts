import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AskReadinessHandler } from './ask-readiness.query.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-ready-'));
afterAll(() => rmSync(folder, { recursive: true }));

const draining = { isEnding: false };
const asking = (announcementFile: string | null, accounts: string[] = [], fourEyes = false, list: object | null = {}) =>
  new AskReadinessHandler(
    { query: async () => ({ rows: [{ many: 2 }] }) } as never,
    { ready: accounts.length === 0, waitsFor: () => accounts, lacksXrp: {} } as never,
    { connected: true, validatedIndex: 7, problem: () => null } as never,
    { report: async () => ({ log: { ready: true }, started: true, readModels: [], processes: [] }) } as never,
    {
      announcementFile,
      fourEyes,
      adminWallets: new Set(),
      persons: new Map(),
      dailyCaps: { rlusd: 100_000_000_000n, tokens: 5_000_000n },
    },
    { problem: () => null } as never,
    { shut: () => ({}) } as never,
    { problem: async () => null } as never,
    null,
    draining as never,
    { loaded: list } as never,
  );
const said = async (handler: AskReadinessHandler) => (await handler.execute()).status;

describe('ready', () => {
  it('is said once runtime.json is there: whoever has waited for it finds the file', async () => {
    const file = path.join(folder, 'runtime.json');
    const handler = asking(file);
    expect(await said(handler)).toBe('announcing');
    writeFileSync(file, '{}');
    expect(await said(handler)).toBe('ready');
    rmSync(file);
    expect(await said(handler)).toBe('ready');
  });

  it('is no longer said by what a killed launcher left behind: who waits for the next start waits for that one', async () => {
    const file = path.join(folder, 'there.json');
    writeFileSync(file, '{}');
    const [left, alone] = [asking(file), asking(null)];
    expect(await said(left)).toBe('ready');
    for (const handler of [left, alone]) handler.parent = () => 1;
    expect([await said(left), await said(alone)]).toEqual(['left', 'ready']);
  });

  it('waits for no announcement where no launcher makes one, and for everything else first', async () => {
    expect(await said(asking(null))).toBe('ready');
    expect(await said(asking(path.join(folder, 'none'), ['Waiting for XRP on rIssuer, at least 100.']))).toBe(
      'starting',
    );
  });

  it('waits for the sanctions list, without which nothing new may begin, and says everything that is missing', async () => {
    const xrp = 'Waiting for XRP on rIssuer, at least 100.';
    expect(await asking(null, [xrp], false, null).execute()).toMatchObject({
      status: 'starting',
      waitsFor: [xrp, 'Waiting for the sanctions list.'],
    });
    expect(await asking(null).execute()).toMatchObject({ status: 'ready', waitsFor: [] });
  });

  it('is no longer said once the process ends, so that nobody new is sent to it', async () => {
    const handler = asking(null);
    expect(await said(handler)).toBe('ready');
    draining.isEnding = true;
    expect(await said(handler)).toBe('ending');
    draining.isEnding = false;
  });

  it('says how many processes work, so that a web process without a worker is noticed', async () =>
    expect(await asking(null).execute()).toMatchObject({ database: true, workers: 2 }));

  it('states the caps of a day, where two people act', async () => {
    expect((await asking(null).execute()).dailyCaps).toBeNull();
    const caps = (await asking(null, [], true).execute()).dailyCaps;
    expect(caps).toEqual({ rlusd: expect.stringMatching(/^100,?000/), tokens: expect.stringMatching(/^5/) });
  });
});
