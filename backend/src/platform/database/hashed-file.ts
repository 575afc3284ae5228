import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** An entry in a list of files. */
export interface FileDigest {
  name: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

const BUFFER_BYTES = 1 << 20;

/**
 * A new file, readable by its owner only, written once from beginning to end while its SHA-256 is computed. Writing is
 * synchronous, so that the producer cannot outpace the disk.
 */
export class HashedFile {
  private readonly handle: number;
  private readonly hash = createHash('sha256');
  private readonly buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  private waiting = 0;
  private bytes = 0;

  constructor(
    folder: string,
    readonly name: string,
  ) {
    this.handle = fs.openSync(path.join(folder, name), 'w', 0o600);
  }

  /** Keeps no reference to the chunk, so its memory may be reused. */
  write(chunk: Buffer | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
    if (this.waiting + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) return this.put(bytes);
    bytes.copy(this.buffer, this.waiting);
    this.waiting += bytes.length;
  }

  /** The file is on disk when this returns. */
  finish(): FileDigest {
    this.flush();
    fs.fsyncSync(this.handle);
    fs.closeSync(this.handle);
    return { name: this.name, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  /** Closes the incomplete file, without a digest. */
  abandon(): void {
    fs.closeSync(this.handle);
  }

  private flush(): void {
    this.put(this.buffer.subarray(0, this.waiting));
    this.waiting = 0;
  }

  private put(block: Buffer): void {
    for (let done = 0; done < block.length;) done += fs.writeSync(this.handle, block, done);
    this.hash.update(block);
    this.bytes += block.length;
  }
}

/** Writes a file with `fill`. */
export async function writeHashed(
  folder: string,
  name: string,
  fill: (file: HashedFile) => unknown,
): Promise<FileDigest> {
  const file = new HashedFile(folder, name);
  try {
    await fill(file);
  } catch (error) {
    file.abandon();
    throw error;
  }
  return file.finish();
}
