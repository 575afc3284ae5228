// Runs Jest over every workspace with ES modules. `--full` adds the long-running suites; other arguments go to Jest.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const args = process.argv.slice(2);
const full = args.includes('--full');
// Two programs on one real node would close each other's ledgers.
const workers = process.env.E2E_LEDGER_URL ? 1 : 2;
const run = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    `--maxWorkers=${workers}`,
    ...args.filter((a) => a !== '--full'),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_FULL: full ? '1' : '' } },
);
process.exit(run.status ?? 1);
