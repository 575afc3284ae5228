import { existsSync, readFileSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/**
 * A map on disk: each change is one appended line, and the promise of `set` resolves once that line is on disk. Changes
 * that wait for the disk at the same time share one flush. Opening the file rewrites it whole, with the latest values
 * only. Without a file the map lives in memory.
 */
export class DurableMap<T> {
  private waiting: { line: string; done: () => void; failed: (error: unknown) => void }[] = [];
  private writing: Promise<void> | undefined;

  private constructor(
    private readonly entries: Map<string, T>,
    private readonly handle: FileHandle | undefined,
  ) {}

  static async open<T>(file?: string): Promise<DurableMap<T>> {
    if (!file) return new DurableMap<T>(new Map(), undefined);
    const entries = existsSync(file) ? replay<T>(readFileSync(file, 'utf8')) : new Map<string, T>();
    const compact = [...entries].map(([id, value]) => JSON.stringify({ id, value }) + '\n').join('');
    writeFileAtomically(file, compact);
    return new DurableMap<T>(entries, await open(file, 'a', 0o600));
  }

  get(id: string): T | undefined {
    return this.entries.get(id);
  }

  values(): T[] {
    return [...this.entries.values()];
  }

  /** Visible to readers at once; the promise says when it survives a power cut. */
  set(id: string, value: T): Promise<void> {
    this.entries.set(id, value);
    return this.append({ id, value });
  }

  delete(id: string): Promise<void> {
    this.entries.delete(id);
    return this.append({ id });
  }

  async close(): Promise<void> {
    while (this.writing) await this.writing;
    await this.handle?.close();
  }

  private append(entry: { id: string; value?: T }): Promise<void> {
    if (!this.handle) return Promise.resolve();
    return new Promise((done, failed) => {
      this.waiting.push({ line: JSON.stringify(entry) + '\n', done, failed });
      this.writing ??= this.flush().finally(() => (this.writing = undefined));
    });
  }

  private async flush(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0);
      try {
        await this.handle!.appendFile(batch.map((entry) => entry.line).join(''));
        await this.handle!.datasync();
        batch.forEach((entry) => entry.done());
      } catch (error) {
        batch.forEach((entry) => entry.failed(error));
      }
    }
  }
}

/** The last line may be torn by a crash: it was never acknowledged, so it is dropped. */
function replay<T>(text: string): Map<string, T> {
  const entries = new Map<string, T>();
  const lines = text.split('\n');
  lines.pop();
  for (const line of lines) {
    const entry = JSON.parse(line) as { id: string; value?: T };
    if (entry.value === undefined) entries.delete(entry.id);
    else entries.set(entry.id, entry.value);
  }
  return entries;
}

/**
 * Writes a file so that a reader, or a crash, sees either the old content or the new, never a part; readable by its
 * owner only.
 */
function writeFileAtomically(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}
