import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fillDatabase, type StoredLine } from '../../backend/test/support/stored-database.js';

/** Who had started which payment, and how far it had come. */
export interface StoredCast {
  propertyId: number;
  landlord: string;
  people: Record<string, { address: string; seed: string; paymentId: string; was: Record<string, string> }>;
}

type Line = StoredLine | { file: string; text: string } | { cast: StoredCast };

/** The data that a released version left behind (`e2e/data/README.md`). */
export class StoredFolder {
  private readonly lines: readonly Line[];
  readonly cast: StoredCast;

  constructor(version: string) {
    const packed = readFileSync(path.join(import.meta.dirname, `../data/program-${version}.jsonl.gz`));
    const text = gunzipSync(packed).toString('utf8');
    this.lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    this.cast = this.lines.flatMap((line) => ('cast' in line ? [line.cast] : []))[0]!;
  }

  writeFiles(dataDir: string): void {
    for (const line of this.lines) {
      if (!('file' in line)) continue;
      const file = path.join(dataDir, line.file);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, line.text, { mode: 0o600 });
    }
  }

  /** @param url of a database without tables */
  fill(url: string): Promise<void> {
    return fillDatabase(
      url,
      this.lines.filter((line): line is StoredLine => 'table' in line || 'sequence' in line),
    );
  }
}
