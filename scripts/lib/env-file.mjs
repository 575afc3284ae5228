// Reads settings from a file, for `npm start` and the other commands.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../.env');

/** Reads `.env` of the checkout if it exists; variables that are already set take precedence. */
export function readEnvFile(file = FILE) {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}
