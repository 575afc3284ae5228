// Checks that what the benchmarks import from the built program exists and takes as many arguments as they give: they
// are JavaScript, so nothing else notices a changed signature. Their other types are not checked. Build first.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** No such export, no such module, another number of arguments. */
const FAULTS = /^backend\/bench\/.* error TS(2305|2307|2554|2614|2724):/;

const { stdout, error } = spawnSync(
  process.execPath,
  ['node_modules/@typescript/native/bin/tsc', '-p', 'backend/bench', '--pretty', 'false'],
  { cwd: root, encoding: 'utf8' },
);
if (error) throw error;
const faults = stdout.split('\n').filter((line) => FAULTS.test(line));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
