// Every suite on disk is in exactly one list of scripts/suites.json. A suite leaves its list only into `left`, with the
// suite and title of the test that holds what it held.
import fs from 'node:fs';
import { readSuites, suitesOnDisk } from './lib/suites.mjs';

const { left, ...lists } = readSuites();
const faults = [];
const listed = new Map();
for (const [list, suites] of Object.entries(lists))
  for (const suite of Object.keys(suites)) {
    if (listed.has(suite)) faults.push(`${suite} is in two lists: ${listed.get(suite)} and ${list}`);
    listed.set(suite, list);
  }
const onDisk = new Set(suitesOnDisk());
for (const suite of onDisk)
  if (!listed.has(suite)) faults.push(`${suite} is in no list: add it to scripts/suites.json`);
for (const suite of listed.keys())
  if (!onDisk.has(suite)) faults.push(`${suite} is gone: name the test that holds what it held in "left"`);
for (const [suite, holder] of Object.entries(left)) {
  const [file, title] = holder.split(': ');
  const holds = onDisk.has(file) && title && fs.readFileSync(file, 'utf8').includes(title);
  if (onDisk.has(suite) || !holds) faults.push(`${suite} has left, and "${holder}" is no test (suite: title)`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
