import { describe, expect, it } from '@jest/globals';
import { KYC, LISTING } from '@tknest/contracts/rules';
import { mediaTypeOf } from './file-kind.js';

const hex = (text: string) => Buffer.from(text, 'hex');
const PDF = Buffer.from('%PDF-1.7\n');
const JPEG = hex('ffd8ffe000104a464946');
const PNG = hex('89504e470d0a1a0a0000');
const DOC = hex('d0cf11e0a1b11ae10000');
const ZIP = hex('504b0304');
const DOCX = Buffer.concat([ZIP, Buffer.from('…[Content_Types].xml…word/document.xml')]);
const ALL = ['.pdf', '.jpg', '.jpeg', '.png', '.doc', '.docx'];

describe('the kind of a file (REQ-1.2.23)', () => {
  it.each([
    ['lease.pdf', PDF, 'application/pdf'],
    ['LEASE.PDF', PDF, 'application/pdf'],
    ['with a byte order mark.pdf', Buffer.concat([hex('efbbbf'), PDF]), 'application/pdf'],
    ['with an empty line.pdf', Buffer.concat([Buffer.from('\r\n'), PDF]), 'application/pdf'],
    ['with most before it.pdf', Buffer.concat([Buffer.alloc(1019, ' '), PDF]), 'application/pdf'],
    ['me.jpg', JPEG, 'image/jpeg'],
    ['me.jpeg', JPEG, 'image/jpeg'],
    ['me.png', PNG, 'image/png'],
    ['lease.doc', DOC, 'application/msword'],
    ['lease.docx', DOCX, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('%s is what its name and its bytes say', (name, bytes, mediaType) =>
    expect(mediaTypeOf(name, bytes, ALL)).toBe(mediaType),
  );

  it.each([
    ['a program that calls itself a document', 'lease.pdf', Buffer.from('MZ…')],
    ['a picture that calls itself a document', 'lease.pdf', PNG],
    ['a page with a script', 'lease.doc', Buffer.from('<html><script>')],
    ['any archive', 'lease.docx', ZIP],
    ['nothing', 'lease.pdf', Buffer.alloc(0)],
    ['a header too far inside', 'lease.pdf', Buffer.concat([Buffer.alloc(1020, ' '), PDF])],
    ['a HEIC that calls itself a JPEG', 'me.jpg', Buffer.concat([hex('00000018'), Buffer.from('ftypheic')])],
    ['no extension', 'lease', PDF],
    ['another extension', 'lease.pdf.exe', PDF],
  ])('%s is refused', (_what, name, bytes) => expect(mediaTypeOf(name, bytes, ALL)).toBeNull());

  it.each([
    ['an RTF file', 'lease.doc', Buffer.from('{\\rtf1 lease}'), 'RTF'],
    ['an RTF file', 'lease.docx', Buffer.from('{\\rtf1 lease}'), 'RTF'],
    ['a protected document', 'lease.docx', DOC, 'password'],
  ])('%s named %s is refused by its true kind', (_what, name, bytes, kind) =>
    expect(() => mediaTypeOf(name, bytes, ALL)).toThrow(kind),
  );

  it('a contract is no picture, an identity document no text file', () => {
    expect(mediaTypeOf('me.png', PNG, LISTING.contract.extensions)).toBeNull();
    expect(mediaTypeOf('lease.docx', DOCX, KYC.documents.extensions)).toBeNull();
  });
});
