import { unzipSync } from 'fflate';

/** Why a file is refused, worded to follow its name. */
export class Unreadable extends Error {}

/** The most that one part of an office file may take unpacked, in bytes. */
const UNPACKED_MAX = 100 * 1024 * 1024;
const OPENS: Readonly<Record<string, (bytes: Buffer) => void | Promise<void>>> = {
  'application/pdf': pdfOpens,
  'application/msword': docOpens,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docxOpens,
};
const damaged = () => new Unreadable('is damaged or incomplete: it cannot be opened');
const locked = () => new Unreadable('needs a password to be opened: save it without one');

/**
 * Checks that whoever gets the file can open it: that it is whole and asks for no password. Pictures are redrawn
 * instead.
 * @param mediaType as its first bytes say (`mediaTypeOf`)
 * @throws Unreadable
 */
export async function mustOpen(bytes: Buffer, mediaType: string): Promise<void> {
  await OPENS[mediaType]?.(bytes);
}

/** A PDF that only its owner's password restricts opens for everybody. */
async function pdfOpens(bytes: Buffer): Promise<void> {
  // Loaded with the first PDF, since it takes a tenth of a second.
  const { getDocumentProxy } = await import('unpdf');
  try {
    // Its own copy, because the library takes the memory over.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), { stopAtErrors: true, verbosity: 0 });
    await pdf.getPage(pdf.numPages).finally(() => pdf.loadingTask.destroy());
  } catch (error) {
    throw (error as Error).name === 'PasswordException' ? locked() : damaged();
  }
}

const DOCUMENT = 'word/document.xml';

/** A Word document of today: a ZIP file with the text in one part. */
function docxOpens(bytes: Buffer): void {
  let text: Uint8Array | undefined;
  try {
    text = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === DOCUMENT && originalSize <= UNPACKED_MAX,
    })[DOCUMENT];
  } catch {
    throw damaged();
  }
  if (!text?.includes(0x3c)) throw damaged();
}

const SECTOR = 512;
const DIRECTORY_ENTRY = 128;
/** Where a directory entry has the first sector of its stream. */
const FIRST_SECTOR_AT = 116;
/** Where a Word stream's flags are, and the one that says that its text is encrypted: MS-DOC, 2.5.1, `FibBase`. */
const FLAGS_AT = 10;
const ENCRYPTED = 0x0100;
const nameOf = (stream: string) => Buffer.from(`${stream}\0`, 'utf16le');

/**
 * A Word document of before 2007: a compound file ([MS-CFB]) with a stream `WordDocument`. One with `EncryptedPackage`
 * is a protected document of today under the older name.
 */
function docOpens(bytes: Buffer): void {
  if (bytes.includes(nameOf('EncryptedPackage'))) throw locked();
  const entry = bytes.indexOf(nameOf('WordDocument'));
  if (entry < 0 || entry + DIRECTORY_ENTRY > bytes.length) throw damaged();
  const start = (bytes.readUInt32LE(entry + FIRST_SECTOR_AT) + 1) * SECTOR;
  if (start + FLAGS_AT + 2 > bytes.length) throw damaged();
  if (bytes.readUInt16LE(start + FLAGS_AT) & ENCRYPTED) throw locked();
}
