import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { pdfOf } from '#test/support/pdf.js';
import { mustOpen, Unreadable } from './readable-file.js';

const PDF = 'application/pdf';
const DOC = 'application/msword';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const whole = (error: string) => expect.objectContaining({ message: expect.stringContaining(error) });

/** A compound file with these streams; the first one begins in sector 0 with these flags. */
function compound(streams: readonly string[], flags = 0): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(flags, 512 + 10);
  streams.forEach((name, at) => {
    const entry = 1024 + at * 128;
    Buffer.from(`${name}\0`, 'utf16le').copy(file, entry);
    file.writeUInt32LE(0, entry + 116);
  });
  return file;
}
const docx = (parts: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
const WORD = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document>lease</w:document>' };

describe('a file that others will open', () => {
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['a PDF', PDF, () => pdfOf('lease')],
    ['a PDF after a byte order mark', PDF, async () => Buffer.concat([Buffer.from('efbbbf', 'hex'), await pdfOf('x')])],
    ['a PDF after an empty line', PDF, async () => Buffer.concat([Buffer.from('\r\n'), await pdfOf('x')])],
    ['a PDF that only its owner’s password restricts', PDF, () => pdfOf('lease', { ownerPassword: 'owner' })],
    ['a Word document', DOCX, () => docx(WORD)],
    ['an older Word document', DOC, () => compound(['WordDocument'])],
    ['a picture, which is redrawn instead', 'image/png', () => Buffer.alloc(0)],
  ])('opens: %s', async (_, mediaType, bytes) => expect(await mustOpen(await bytes(), mediaType)).toBeUndefined());

  it.each<[string, string, () => Buffer | Promise<Buffer>, string]>([
    ['a PDF that needs a password', PDF, () => pdfOf('lease', { userPassword: 'mine' }), 'password'],
    ['half of a PDF', PDF, async () => half(await pdfOf('lease')), 'damaged'],
    ['a PDF of five bytes', PDF, () => Buffer.from('%PDF-'), 'damaged'],
    ['half of a Word document', DOCX, () => half(docx(WORD)), 'damaged'],
    ['an archive without the text', DOCX, () => docx({ '[Content_Types].xml': '<Types/>' }), 'damaged'],
    ['a Word document with an empty text', DOCX, () => docx({ ...WORD, 'word/document.xml': '' }), 'damaged'],
    ['an encrypted older Word document', DOC, () => compound(['WordDocument'], 0x0100), 'password'],
    ['an encrypted Word document under the older name', DOC, () => compound(['EncryptedPackage']), 'password'],
    ['an older Excel sheet', DOC, () => compound(['Workbook']), 'damaged'],
    ['half of an older Word document', DOC, () => compound(['WordDocument']).subarray(0, 515), 'damaged'],
  ])('does not: %s', async (_, mediaType, bytes, why) => {
    const opened = mustOpen(await bytes(), mediaType);
    await expect(opened).rejects.toBeInstanceOf(Unreadable);
    await expect(opened).rejects.toEqual(whole(why));
  });
});
