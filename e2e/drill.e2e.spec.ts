import { expect } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { whereFull } from '../backend/test/support/how-much.js';

const TIMES = 3;
const TIME_LIMIT_MS = 600_000;

whereFull(
  'a backup that is put back in the middle of paying, three times: nobody is paid twice (`npm run drill -- restore 3`)',
  () => {
    const drill = spawnSync(process.execPath, ['scripts/drill.mjs', 'restore', String(TIMES)], { encoding: 'utf8' });
    expect(drill.stderr).toBe('');
    expect(drill.status).toBe(0);
    const lines = drill.stdout.split('\n');
    expect(lines.filter((line) => line.startsWith('Nobody was paid twice'))).toHaveLength(TIMES);
    expect(lines.filter((line) => line.startsWith('Adopted: Payment')).length).toBeGreaterThanOrEqual(TIMES);
  },
  TIME_LIMIT_MS,
);
