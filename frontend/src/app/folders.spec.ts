import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { HOMES, INSIDE, OPEN, OUTSIDE, SIGNED_IN } from './pages';

const source = readFileSync('frontend/src/app/pages.ts', 'utf8');
const folderIn = (text: string): string | undefined => /features\/([\w-]+)\//.exec(text)?.[1];

/** The folder from which `pages.ts` loads a page's chunk, by its address or the name used there. */
function folderOf(address: string): string | undefined {
  const [, loaded = ''] = source.split(new RegExp(`^  '?${address.replaceAll(/[/?]/g, '\\$&')}'?: `, 'm'));
  const [value = ''] = loaded.split('\n');
  const [name = ''] = value.split(/\W/);
  return folderIn(value) ?? folderIn(source.split(`const ${name} `)[1] ?? source.split(`const ${name}:`)[1] ?? '');
}

it('the table of pages and folders names every address, with the folder from which its page comes', () => {
  const homes = Object.keys(HOMES).map((view) => [`/?role=${view}`, folderOf(view)] as const);
  const pages = [OUTSIDE, OPEN, SIGNED_IN, INSIDE]
    .flatMap((group) => Object.keys(group))
    .map((address) => [address, folderOf(address)] as const);
  const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([\w-]+)` \| [^|]* \| (`\/.*`) \|$/gm);
  const told = [...rows].flatMap(([, folder, addresses]) =>
    [...addresses!.matchAll(/`([^`]+)`/g)].map(([, address]) => [address, folder] as const),
  );
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries([...homes, ...pages]));
});
