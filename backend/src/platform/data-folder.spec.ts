import { afterAll, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareFolder, UnusableFolder } from './data-folder.js';

const root = mkdtempSync(path.join(os.tmpdir(), 'tknest-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

it('a folder that is not there is made, and nothing is left in it', async () => {
  const folder = path.join(root, 'a/b');
  await prepareFolder('DATA_DIR', folder);
  await prepareFolder('DATA_DIR', folder);
  expect([existsSync(folder), readdirSync(folder)]).toEqual([true, []]);
});

it('one that cannot be written ends the start, naming setting and folder', async () => {
  const file = path.join(root, 'file');
  writeFileSync(file, '');
  const refused = prepareFolder('DATA_DIR', path.join(file, 'data'));
  await expect(refused).rejects.toThrow(UnusableFolder);
  await expect(refused).rejects.toThrow(/^DATA_DIR: .*file.data cannot be written \(ENOTDIR\)/);
});
