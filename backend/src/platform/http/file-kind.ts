import path from 'node:path';

/** Media types by file content: the client's claim is ignored (OWASP File Upload Cheat Sheet). */
const KINDS: readonly { mediaType: string; extensions: readonly string[]; matches(bytes: Buffer): boolean }[] = [
  {
    mediaType: 'application/pdf',
    extensions: ['.pdf'],
    matches: (b) => b.subarray(0, 5).toString('latin1') === '%PDF-',
  },
  {
    mediaType: 'image/jpeg',
    extensions: ['.jpg', '.jpeg'],
    matches: (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff,
  },
  {
    mediaType: 'image/png',
    extensions: ['.png'],
    matches: (b) => b.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  {
    mediaType: 'application/msword',
    extensions: ['.doc'],
    matches: (b) => b.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
  },
  {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx'],
    matches: (b) =>
      b.subarray(0, 4).equals(Buffer.from('504b0304', 'hex')) &&
      b.includes('[Content_Types].xml') &&
      b.includes('word/'),
  },
];

/** The media type of a file whose name and content agree and are allowed; null otherwise. */
export function mediaTypeOf(fileName: string, bytes: Buffer, allowed: readonly string[]): string | null {
  const extension = path.extname(fileName).toLowerCase();
  if (!allowed.includes(extension)) return null;
  return KINDS.find((kind) => kind.extensions.includes(extension) && kind.matches(bytes))?.mediaType ?? null;
}
