import { appendFile, readFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { tombstoneOf, type TombstoneMedium, type TombstoneNote } from './tombstone-note.js';

/** Records of erasures, one per line, in a file that no restore of the database overwrites. */
export class TombstoneFile implements TombstoneMedium {
  private readonly file: string;
  private adding: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.file = path.join(folder, 'tombstones.jsonl');
  }

  /**
   * Appends one note at a time. First removes a partial line left by a power failure: its writer had not destroyed
   * anything yet.
   */
  add(note: TombstoneNote): Promise<void> {
    const added = this.adding.then(() => this.append(note));
    this.adding = added.catch(() => undefined);
    return added;
  }

  private async append(note: TombstoneNote): Promise<void> {
    const { text, whole } = await this.read();
    if (whole.length < text.length) await truncate(this.file, Buffer.byteLength(whole));
    const begin = whole === '' || whole.endsWith('\n') ? '' : '\n';
    await appendFile(this.file, `${begin}${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  }

  async notes(): Promise<TombstoneNote[]> {
    const notes: TombstoneNote[] = [];
    for (const [index, line] of (await this.read()).whole.split('\n').entries()) {
      const note = line.trim() === '' ? null : parse(line);
      if (note) notes.push(note);
      else if (line.trim() !== '')
        throw new Error(
          `Line ${index + 1} of ${this.file} is not a record of an erasure: fix it by hand, or from a backup`,
        );
    }
    return notes;
  }

  /**
   * `whole` excludes a last line that was cut off. A complete record without a newline, as an editor may leave it,
   * counts.
   */
  private async read(): Promise<{ text: string; whole: string }> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const end = text.lastIndexOf('\n') + 1;
    return { text, whole: parse(text.slice(end)) ? text : text.slice(0, end) };
  }
}

function parse(line: string): TombstoneNote | null {
  try {
    return tombstoneOf(JSON.parse(line));
  } catch {
    return null;
  }
}
