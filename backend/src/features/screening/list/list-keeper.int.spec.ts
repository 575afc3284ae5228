import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '#platform/clock/clock.js';
import type { Config } from '#platform/config/config.js';
import type { Jobs } from '#platform/consumers/jobs.js';
import { ListKeeper } from './list-keeper.js';

const HOUR = 3_600_000;
let folder: string;
let dataDir: string;
let now: Date;
let noted: Record<string, { result: object }>;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tknest-source-'));
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-kept-'));
  now = new Date('2026-11-22T08:00:00Z');
  noted = {};
});
afterEach(() => [folder, dataDir].forEach((one) => rmSync(one, { recursive: true, force: true })));

function publish(count: number, first = 'SPECIMEN, Jon'): void {
  const names = [first, ...Array.from({ length: count - 1 }, (_, at) => `QQ${at}, Zz`)];
  const rows = names.map((name, at) => `${at + 1},"${name}","individual","SDGT",${'-0- ,'.repeat(7)}"DOB 1961."`);
  writeFileSync(path.join(folder, 'sdn.csv'), rows.join('\r\n'));
  writeFileSync(path.join(folder, 'alt.csv'), '');
}
const jobs = {
  note: async (name: string, result: object) => void (noted[name] = { result }),
  last: async (name: string) => noted[name] ?? null,
} as unknown as Jobs;
const keeper = (sanctions: Partial<Config['sanctions']> = {}) => {
  const settings = { source: { file: folder }, own: {}, maxAgeHours: 48, sandboxList: false, ...sanctions };
  return new ListKeeper({ dataDir, sanctions: settings } as unknown as Config, { now: () => now } as Clock, jobs);
};
/** A program that has just started, loaded the stored list, and asked the publisher. */
async function started(sanctions?: Partial<Config['sanctions']>): Promise<ListKeeper> {
  const one = keeper(sanctions);
  one.onApplicationBootstrap();
  for (let quiet = 0; quiet < 5; quiet++) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (one.isBusy) quiet = 0;
  }
  return one;
}

describe('the list over a restart', () => {
  it('is there at once where its publisher is away, with the age that it has', async () => {
    publish(20);
    await (await started()).refresh();
    now = new Date(now.getTime() + 40 * HOUR);
    rmSync(path.join(folder, 'sdn.csv'));
    const again = await started();
    expect((await again.current())?.record).toMatchObject({ fetchedAt: '2026-11-22T08:00:00.000Z' });
    await expect(again.refresh()).rejects.toThrow(/sdn\.csv/);
    expect((await again.current())?.entries).toBe(20);
  });
  it('is the sandbox’s too, and that of another instance on the same data folder', async () => {
    publish(20);
    await (await started({ sandboxList: true })).refresh();
    rmSync(path.join(folder, 'sdn.csv'));
    expect((await (await started({ sandboxList: true })).current())?.entries).toBe(20);
  });
  it('fails closed past SANCTIONS_MAX_AGE_HOURS: reading it again made it no younger', async () => {
    publish(20);
    await (await started()).refresh();
    rmSync(path.join(folder, 'sdn.csv'));
    now = new Date(now.getTime() + 47 * HOUR);
    expect(await (await started()).current()).not.toBeNull();
    now = new Date(now.getTime() + 2 * HOUR);
    const again = await started();
    expect(await again.current()).toBeNull();
    expect(again.loaded?.entries).toBe(20);
  });
  it('is asked for anew at every start, and of another source nothing is taken', async () => {
    publish(20);
    await (await started()).refresh();
    publish(21);
    expect((await (await started()).current())?.entries).toBe(21);
    const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'tknest-empty-'));
    expect(await (await started({ source: { file: elsewhere } })).current()).toBeNull();
    rmSync(elsewhere, { recursive: true });
  });
  it('that was kept and broke is fetched anew', async () => {
    publish(20);
    await (await started()).refresh();
    writeFileSync(path.join(dataDir, 'sanctions/manifest.json'), '{"source":');
    expect((await (await started()).current())?.entries).toBe(20);
    expect(readdirSync(dataDir)).toEqual(['sanctions']);
  });
});

describe('a list that is not taken', () => {
  it('has lost more than a tenth of its entries: the one before stays, over a restart too', async () => {
    publish(20);
    const one = await started();
    await one.refresh();
    publish(17, 'OTHER, Name');
    await expect(one.refresh()).rejects.toThrow('has 17 entries and had 20');
    expect((await one.current())?.entries).toBe(20);
    expect((await (await started()).current())?.entries).toBe(20);
    publish(18, 'OTHER, Name');
    await one.refresh();
    expect((await one.current())?.entries).toBe(18);
  });
  it('is a second one that is missing, cut off or far too large, and then the first is not taken either', async () => {
    publish(20);
    const un = path.join(folder, 'its-own.xml');
    const one = await started({ own: { un } });
    await expect(one.refresh()).rejects.toThrow(/no file at/);
    writeFileSync(un, '<CONSOLIDATED_LIST dateGenerated="2024-05-01"><INDIVIDUALS>');
    await expect(one.refresh()).rejects.toThrow('The UN list cannot be read');
    truncateSync(un, 200 * 1024 * 1024);
    await expect(one.refresh()).rejects.toThrow(/larger than 100 MB/);
    expect(await one.current()).toBeNull();
  });

  let server: Server;
  afterEach(() => void server?.close());
  const at = async (answer: Parameters<typeof createServer>[1]) => {
    server = createServer(answer!);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/un.xml`;
  };
  it('comes over the line and is cut off in the middle, or does not end', async () => {
    publish(20);
    const cut = await at((_, response) => {
      response.writeHead(200, { 'Content-Length': 1000 }).write('<CONSOLIDATED_LIST>');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(keeper({ own: { un: cut } }).refresh()).rejects.toThrow();
    server.close();
    let sent = 0;
    const block = Buffer.alloc(8 * 1024 * 1024, 32);
    const endless = await at((_, response) => {
      const more = () => {
        while (sent < 400 * 1024 * 1024 && response.writable && response.write(block)) sent += block.length;
        if (response.writable) response.once('drain', more);
      };
      more();
    });
    await expect(keeper({ own: { un: endless } }).refresh()).rejects.toThrow(/larger than 100 MB/);
    expect(sent).toBeLessThan(200 * 1024 * 1024);
    server.closeAllConnections();
  });
});

describe('what was kept and came out shorter than it was noted', () => {
  it.each([0, 10])('is not screened against: %i of 20 entries are left after a loss of power', async (left) => {
    publish(20);
    await (await started()).refresh();
    const kept = path.join(dataDir, 'sanctions/sdn.csv');
    const rows = readFileSync(kept, 'utf8').split('\r\n').slice(0, left);
    writeFileSync(kept, rows.join('\r\n'));
    rmSync(path.join(folder, 'sdn.csv'));
    expect(await (await started()).current()).toBeNull();
  });
  it('is found again where the program died between the two steps of putting it in its place', async () => {
    publish(20);
    await (await started()).refresh();
    renameSync(path.join(dataDir, 'sanctions'), path.join(dataDir, 'sanctions.new'));
    rmSync(path.join(folder, 'sdn.csv'));
    expect((await (await started()).current())?.entries).toBe(20);
  });
});

describe('an officer who has the list fetched while that of the last run is read', () => {
  it('is told where nothing could be fetched', async () => {
    publish(20);
    await (await started()).refresh();
    rmSync(path.join(folder, 'sdn.csv'));
    const one = keeper();
    one.onApplicationBootstrap();
    await expect(one.refresh()).rejects.toThrow(/sdn\.csv/);
  });
});
