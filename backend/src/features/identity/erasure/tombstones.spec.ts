import { afterAll, expect, it } from '@jest/globals';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Tombstones } from './tombstones.js';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-tombstones-'));
const file = path.join(dataDir, 'tombstones.jsonl');
const tombstones = new Tombstones({ tombstones: { folder: dataDir } });
afterAll(() => rmSync(dataDir, { recursive: true }));

const stone = (wallet: string, at = '2026-01-01T00:00:00.000Z') => ({
  wallet,
  at,
  retainedUntil: '2031-01-01' as const,
});

it('knows the last of each wallet', async () => {
  expect(await tombstones.all()).toEqual([]);
  const later = stone('rA', '2026-02-01T00:00:00.000Z');
  for (const one of [stone('rA'), stone('rÄ'), later]) await tombstones.add(one);
  expect(await tombstones.all()).toEqual([later, stone('rÄ')]);
});

it('a line that a power cut left half written is no erasure, and does not stand in the way of the next', async () => {
  appendFileSync(file, '{"wallet":"rTor');
  expect((await tombstones.all()).map(({ wallet }) => wallet)).toEqual(['rA', 'rÄ']);
  await tombstones.add(stone('rB'));
  expect((await tombstones.all()).map(({ wallet }) => wallet)).toEqual(['rA', 'rÄ', 'rB']);
  expect(readFileSync(file, 'utf8')).not.toContain('rTor');
});

it('a last line that somebody edited and left without its end is whole; blank lines say nothing', async () => {
  appendFileSync(file, `\n${JSON.stringify({ ...stone('rHand'), state: 'done' })}`);
  expect((await tombstones.all()).map(({ wallet }) => wallet)).toEqual(['rA', 'rÄ', 'rB', 'rHand']);
  await tombstones.add(stone('rC'));
  expect((await tombstones.all()).map(({ wallet }) => wallet)).toEqual(['rA', 'rÄ', 'rB', 'rHand', 'rC']);
});

it('erasures at once are all written', async () => {
  appendFileSync(file, '{"wallet":"rTor');
  await Promise.all(Array.from({ length: 20 }, (_, n) => tombstones.add(stone(`r${n}`))));
  expect(await tombstones.all()).toHaveLength(25);
});

it.each(['nonsense', 'null', '5', '{}', '"x"'])(
  '%s is named as a line that is none, and nobody is forgotten',
  async (line) => {
    const before = readFileSync(file, 'utf8');
    appendFileSync(file, `${line}\n`);
    const number = before.split('\n').length;
    await expect(tombstones.all()).rejects.toThrow(`Line ${number} of ${file} is not a record of an erasure`);
    writeFileSync(file, before);
  },
);

it('an intention is no erasure, until it is done; one that is withdrawn never was', async () => {
  const [first, again] = [stone('rErased'), stone('rErased', '2026-03-01T00:00:00.000Z')];
  await tombstones.add(first);
  await tombstones.intend(again);
  await tombstones.intend(stone('rIntended'));
  const all = async () => (await tombstones.all()).filter(({ wallet }) => /Erased|Intended/.test(wallet));
  expect([await all(), await tombstones.intended()]).toEqual([[first], [again, stone('rIntended')]]);
  await tombstones.add(again);
  await tombstones.withdraw(stone('rIntended'));
  expect([await all(), await tombstones.intended()]).toEqual([[again], []]);
});
