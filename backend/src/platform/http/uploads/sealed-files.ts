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
 * A file on its way in. Its bytes are in a temporary file under a key that only this object knows: a copy of the disk,
 * also one that a crash left behind, says nothing.
 */
export interface UploadedFile {
  fieldname: string;
  originalname: string;
  size: number;
  /** Of the file as it was sent, hex. */
  sha256: string;
  /** Where the sealed bytes lie. */
  path: string;
  /** The bytes as they were sent, or what took their place. */
  read(): Promise<Buffer>;
  /** From now on these are the bytes: of a picture without what its camera wrote into it. */
  replace(bytes: Buffer): Promise<void>;
}

type Arriving = { fieldname: string; originalname: string; stream: NodeJS.ReadableStream };
type Stored = Pick<UploadedFile, 'size' | 'sha256' | 'path' | 'read' | 'replace'>;

/** Multer's storage: writes to disk as data arrives, so that no upload is in memory as a whole. */
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
