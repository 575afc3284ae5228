// Settings of a file beside the program, for `npm start` and what belongs to it.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../.env');

/** Reads `.env` of the checkout, where there is one; what the environment says already counts. */
export function readEnvFile(file = FILE) {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}
