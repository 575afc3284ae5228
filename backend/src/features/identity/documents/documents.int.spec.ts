import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KYC } from '@tknest/contracts/rules';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Config } from '#platform/config/config.js';
import { cleanImage } from './clean-image.js';
import { DocumentScanner } from './document-scanner.js';

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: 'white' } });

describe('metadata stripped from images, and their dimensions bounded', () => {
  it('nothing that the camera wrote stays, and the picture stands as it was held', async () => {
    const exif = { IFD0: { Copyright: 'Erika Mustermann', ImageDescription: '48.137154 N' } };
    const taken = await picture().jpeg().withMetadata({ orientation: 6 }).withExifMerge(exif).toBuffer();
    expect(taken.includes('Erika Mustermann')).toBe(true);
    const clean = await cleanImage(taken, 'image/jpeg');
    expect(clean.includes('Erika')).toBe(false);
    const { exif: written, ...left } = await sharp(clean).metadata();
    expect(written).toBeUndefined();
    expect(left).toMatchObject({ format: 'jpeg', width: 20, height: 40 });
  });
  it.each<[string, () => Promise<Buffer>]>([
    ['four inks', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
    ['several passes', () => picture().jpeg({ progressive: true }).toBuffer()],
  ])('a picture in %s stays what it shows', async (_, make) => {
    const taken = await make();
    const { space, isProgressive } = await sharp(taken).metadata();
    expect(space === 'cmyk' || isProgressive).toBe(true);
    const { data, info } = await sharp(await cleanImage(taken, 'image/jpeg'))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 40, height: 20 });
    expect(data.every((value) => value > 250)).toBe(true);
  });
  it('what is hidden behind a picture is gone', async () => {
    const polyglot = Buffer.concat([
      await picture().png().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\x03\x04'),
    ]);
    expect((await cleanImage(polyglot, 'image/png')).includes('script')).toBe(false);
  });
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    [
      'truncated',
      async () => (await picture(200, 200).jpeg().toBuffer()).subarray(0, 300),
      /cannot be read as an image/,
    ],
    ['of magic bytes alone', async () => Buffer.from('ffd8ffe000104a4649460001', 'hex'), /cannot be read as an image/],
    ['another kind than its name', () => picture().png().toBuffer(), /different kind of image/],
  ])('a picture that is %s is refused in words', async (_, make, words) =>
    expect(cleanImage(await make(), 'image/jpeg')).rejects.toThrow(words),
  );
  it.each<[string, () => Promise<Buffer>]>([
    ['deep colors', () => picture(4_000, 4_000).ensureAlpha().toColourspace('rgb16').png().toBuffer()],
    ['many passes', () => picture(4_000, 4_000).jpeg({ progressive: true }).toBuffer()],
  ])('a picture that takes more memory than its pixels say, by %s, is refused', async (_, make) => {
    const bytes = await make();
    const type = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
    await expect(cleanImage(bytes, type)).rejects.toThrow(/needs too much memory/);
  });
  it('a flood of pixels is refused before it is drawn', async () => {
    const side = Math.ceil(Math.sqrt(KYC.documents.maxPixels)) + 1;
    const png = await picture(8, 8).png().toBuffer();
    png.writeUInt32BE(side, 16);
    png.writeUInt32BE(side, 20);
    const { crc32 } = await import('node:zlib');
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    await expect(cleanImage(png, 'image/png')).rejects.toThrow(/more than 25 million pixels/);
  });
});

describe('antivirus as a hook', () => {
  let clamd: Server;
  const received: Buffer[] = [];
  beforeAll(async () => {
    clamd = createServer((socket) => {
      let all = Buffer.alloc(0);
      socket.on('data', (data) => {
        all = Buffer.concat([all, data]);
        if (!all.subarray(-4).equals(Buffer.alloc(4))) return;
        received.push(all);
        socket.end(all.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
      });
    });
    await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void clamd.close());
  const scannerAt = (port: number | null) =>
    new DocumentScanner({ clamd: port === null ? null : { host: '127.0.0.1', port, tls: false } } as Config);
  const port = () => (clamd.address() as AddressInfo).port;

  it('tells clean from infected, in chunks as clamd takes them', async () => {
    expect(await scannerAt(port()).scan(Buffer.alloc(100_000, 1))).toBe('clean');
    expect(await scannerAt(port()).scan(Buffer.from('X5O!P EICAR'))).toBe('infected');
    expect(received[0]!.subarray(0, 10).toString()).toBe('zINSTREAM\0');
    expect(received[0]!.length).toBe(10 + 4 + 65_536 + 4 + (100_000 - 65_536) + 4);
  });
  it('is asked over a socket of this machine', async () => {
    const path = join(tmpdir(), `clamd-${process.pid}.sock`);
    const local = createServer((socket) => clamd.emit('connection', socket));
    await new Promise<void>((resolve) => local.listen(path, resolve));
    expect(await new DocumentScanner({ clamd: { path } } as Config).scan(Buffer.from('EICAR'))).toBe('infected');
    await new Promise((resolve) => local.close(resolve));
  });
  it('over TLS sends nothing in the clear to who does not speak it', async () => {
    const heard: Buffer[] = [];
    const plain = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => (heard.push(data), socket.end('stream: OK\0')));
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const at = { host: '127.0.0.1', port: (plain.address() as AddressInfo).port, tls: true };
    const scan = await new DocumentScanner({ clamd: at } as Config).scan(Buffer.from('a passport'));
    await new Promise((resolve) => plain.close(resolve));
    expect([scan, heard.length > 0, Buffer.concat(heard).includes('passport')]).toEqual(['quarantined', true, false]);
  });
  it('where nobody answers the document stays in quarantine; where there is no scanner it is unscanned', async () => {
    expect(await scannerAt(1).scan(Buffer.from('x'))).toBe('quarantined');
    expect(await scannerAt(null).scan(Buffer.from('x'))).toBe('unscanned');
  });
});
