import { afterAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { printerOf } from './page-printer.js';

const PRINTER = `let times = 0;
export const screen = async (first, at, answers) => {
  if (answers.broken) throw new Error('no page');
  return [first, at, JSON.stringify(answers), ++times].join(' ');
};`;

describe('a page that is rendered for a visitor', () => {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-printer-'));
  fs.mkdirSync(path.join(dist, '.vite/printer'), { recursive: true });
  fs.writeFileSync(path.join(dist, '.vite/printer/package.json'), '{"type":"module"}');
  fs.writeFileSync(path.join(dist, '.vite/printer/printed.js'), PRINTER);
  afterAll(() => fs.rmSync(dist, { recursive: true }));
  const asked = (originalUrl: string) => ({ originalUrl, path: originalUrl.split('?')[0]! }) as never;

  it('is made once of the same answers', async () => {
    const [print, answers] = [printerOf(dist), { one: 1 }];
    const both = await Promise.all([print(asked('/properties/7'), answers), print(asked('/properties/7'), answers)]);
    expect(both).toEqual(Array(2).fill('page /properties/7 {"one":1} 1'));
    expect(await print(asked('/properties/7'), { one: 1 })).toBe('page /properties/7 {"one":1} 2');
  });
  it('is left to the program where it fails, where a search may change it, and without a build', async () => {
    const print = printerOf(dist);
    expect(await print(asked('/properties/7'), { broken: true })).toBe('');
    expect(await print(asked('/properties/7?tokens=5'), { one: 1 })).toBe('');
    expect(await printerOf(path.join(dist, 'elsewhere'))(asked('/properties/7'), { one: 1 })).toBe('');
  });
});
