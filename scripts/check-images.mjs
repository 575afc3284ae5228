// Base images are looked at regularly: docker/base-images.json says on which day somebody compared each with the newest
// one. An image that is not listed is a fault. One that was last looked at too long ago is a warning, and with
// `--release` a fault.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const AFTER_DAYS = 45;
const text = (file) => fs.readFileSync(path.join(root, file), 'utf8');

/** What is wrong with the images that these files name. @param now in milliseconds since 1970 */
export function judged(files, looked, now) {
  const named = new Set(
    files.flatMap((file) => [...file.matchAll(/^(?:FROM| +image:) ([^\s@]+:[^\s@]+)/gm)].map(([, name]) => name)),
  );
  const old = [...named].filter((name) => (now - Date.parse(looked[name])) / 86_400_000 > AFTER_DAYS);
  return {
    faults: [
      ...[...named].filter((name) => !looked[name]).map((name) => `${name} is not in docker/base-images.json`),
      ...Object.keys(looked).flatMap((name) => (named.has(name) ? [] : [`${name} is in docker/base-images.json only`])),
    ],
    old: old.map((name) => `${name} was last compared with newer images on ${looked[name]}`),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = ['Dockerfile', ...fs.readdirSync(root).filter((name) => /^docker-compose.*\.yml$/.test(name))];
  const { faults, old } = judged(files.map(text), JSON.parse(text('docker/base-images.json')), Date.now());
  for (const line of [...faults, ...old]) process.stdout.write(`${line}\n`);
  process.exitCode = faults.length > 0 || (process.argv.includes('--release') && old.length > 0) ? 1 : 0;
}
