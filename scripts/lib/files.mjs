// Files that are written atomically and readable only by their owner.
import fs from 'node:fs';
import path from 'node:path';

/** Writes a file whole or not at all. */
export function writePrivately(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  const handle = fs.openSync(draft, 'w', 0o600);
  try {
    fs.writeSync(handle, content);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(draft, file);
}

/** The parsed file; `usual` if it is missing or unreadable. */
export function readJson(file, usual) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return usual;
  }
}

export const writeJson = (file, value) => writePrivately(file, JSON.stringify(value, null, 2) + '\n');
