import path from 'node:path';
import { Unreadable } from './readable-file.js';

/** How far into a PDF its header may begin: other programs put a byte order mark or an empty line before it. */
const PDF_HEADER_WITHIN = 1024;
const begins = (bytes: Buffer, mark: string) => bytes.subarray(0, mark.length / 2).equals(Buffer.from(mark, 'hex'));
/** A compound file: a Word document of before 2007, or a document of today that a password protects. */
const isCompound = (bytes: Buffer) => begins(bytes, 'd0cf11e0a1b11ae1');

/** Media types by file content: the client's claim is ignored (OWASP File Upload Cheat Sheet). */
const KINDS: readonly { mediaType: string; extensions: readonly string[]; matches(bytes: Buffer): boolean }[] = [
  {
    mediaType: 'application/pdf',
    extensions: ['.pdf'],
    matches: (b) => b.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-'),
  },
  { mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'], matches: (b) => begins(b, 'ffd8ff') },
  { mediaType: 'image/png', extensions: ['.png'], matches: (b) => begins(b, '89504e470d0a1a0a') },
  { mediaType: 'application/msword', extensions: ['.doc'], matches: isCompound },
  {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['.docx'],
    matches: (b) => begins(b, '504b0304') && b.includes('[Content_Types].xml'),
  },
];

/**
 * The media type of a file whose name and content agree and are allowed; null otherwise.
 * @throws Unreadable if the file is of a kind that people take for an allowed one
 */
export function mediaTypeOf(fileName: string, bytes: Buffer, allowed: readonly string[]): string | null {
  const extension = path.extname(fileName).toLowerCase();
  if (!allowed.includes(extension)) return null;
  if (extension.startsWith('.doc') && bytes.subarray(0, 5).toString('latin1') === '{\\rtf')
    throw new Unreadable('is an RTF file with the name of a Word document: save it as .docx or .pdf');
  if (extension === '.docx' && isCompound(bytes))
    throw new Unreadable('needs a password to be opened, or is an older Word document: save it as .docx without one');
  return KINDS.find((kind) => kind.extensions.includes(extension) && kind.matches(bytes))?.mediaType ?? null;
}
