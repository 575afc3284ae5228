import { expect } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { whereAlone } from './support/how-much.js';

whereAlone(
  'the 10,000th purchase of a listing costs what the 10th costs, and 50 a second leave the event loop free',
  () => {
    const script = path.resolve('backend/bench/purchases.mjs');
    expect(spawnSync(process.execPath, [script], { stdio: 'inherit' }).status).toBe(0);
  },
  1_200_000,
);
