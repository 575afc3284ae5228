import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';

const CIPHER = 'aes-256-ctr';

/**
 * An uploaded file. Its bytes are in a temporary file, encrypted with a key that only this object knows, so a copy of
 * the disk, even after a crash, reveals nothing.
 */
export interface UploadedFile {
  fieldname: string;
  originalname: string;
  size: number;
  /** Digest of the file as uploaded, in hex. */
  sha256: string;
  /** The path of the encrypted bytes. */
  path: string;
  /** The uploaded bytes, or their replacement. */
  read(): Promise<Buffer>;
  /** Replaces the bytes, for example by a picture without its camera's metadata. */
  replace(bytes: Buffer): Promise<void>;
}

type Arriving = { fieldname: string; originalname: string; stream: NodeJS.ReadableStream };
type Stored = Pick<UploadedFile, 'size' | 'sha256' | 'path' | 'read' | 'replace'>;

/** Multer's storage: writes to disk as data arrives, so that no upload is completely in memory. */
export const sealedFiles = {
  _handleFile(_request: Request, file: Arriving, done: (error: unknown, stored?: Stored) => void): void {
    store(file).then(
      (stored) => done(null, stored),
      (error: unknown) => done(error),
    );
  },
  _removeFile(_request: Request, file: Partial<Stored>, done: (error: Error | null) => void): void {
    rm(file.path ?? '', { force: true }).then(() => done(null), done);
  },
};

async function store({ stream }: Arriving): Promise<Stored> {
  const target = path.join(os.tmpdir(), `tknest-upload-${randomUUID()}`);
  const key = randomBytes(32);
  let iv = randomBytes(16);
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      next(null, chunk);
    },
  });
  await pipeline(
    stream,
    measure,
    createCipheriv(CIPHER, key, iv),
    createWriteStream(target, { mode: 0o600, flags: 'wx' }),
  ).catch(async (error: unknown) => {
    await rm(target, { force: true });
    throw error;
  });
  return {
    size,
    sha256: hash.digest('hex'),
    path: target,
    async read() {
      const decipher = createDecipheriv(CIPHER, key, iv);
      return Buffer.concat([decipher.update(await readFile(target)), decipher.final()]);
    },
    async replace(bytes) {
      iv = randomBytes(16);
      const cipher = createCipheriv(CIPHER, key, iv);
      await writeFile(target, Buffer.concat([cipher.update(bytes), cipher.final()]), { mode: 0o600 });
    },
  };
}
