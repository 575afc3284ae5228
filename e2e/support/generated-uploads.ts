import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { pdfWith } from '../../scripts/lib/paper.mjs';

/** A small pseudorandom generator: the same seed gives the same uploads. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const PDF = pdfWith('document');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a46494600010100', 'hex');
const MAX = 10 * 1024 * 1024;
/** A member that unpacks to a megabyte of zeros. */
const ZIP = Buffer.concat([Buffer.from('504b0304', 'hex'), deflateRawSync(Buffer.alloc(1 << 20))]);

/** Unsuitable files; `large` ones have 10 MB and one byte. */
const FILES: readonly (() => Buffer)[] = [
  () => Buffer.alloc(0),
  () => randomBytes(200),
  () => ZIP,
  () => PNG,
  () => JPEG,
  () => Buffer.concat([PNG, randomBytes(300)]),
  () => Buffer.concat([JPEG, randomBytes(300)]),
  () => Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]),
  () => Buffer.concat([JPEG, ZIP]),
  () => Buffer.concat([Buffer.from(' '), PDF]),
  () => PDF.subarray(0, 3),
  () => Buffer.from('GIF89a<?php system($_GET[0]); ?>'),
  () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  () => Buffer.from('MZ\x90\x00'),
];
const NAMES = [
  'id.pdf',
  'id.png',
  'id.jpg',
  'id.JPEG',
  'id.exe',
  'id.pdf.exe',
  'id',
  '.png',
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  'a/b/c.png',
  'x'.repeat(3000) + '.png',
  'id.svg',
  'id.html',
  'id%00.png',
  '\u202egnp.exe',
  'con.png',
  '💥.jpg',
];
const KINDS = ['idDocument', 'addressProof', 'incomeProof', 'additionalDocs', 'other', '__proto__', 'idDocument[0]'];
const VALUES = [
  '',
  ' ',
  '\u0000',
  '-1',
  '1e400',
  'NaN',
  '<b>',
  "'; drop table persons;--",
  '\ud800',
  'x'.repeat(25_000),
  '0x10',
];

export interface GeneratedUpload {
  fields: Record<string, string>;
  files: { kind: string; name: string; bytes: Buffer }[];
}

/** An application in which at least one file or field is wrong. */
export function generatedUpload(next: () => number, valid: Record<string, string>, large: boolean): GeneratedUpload {
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const fields = { ...valid };
  const files: GeneratedUpload['files'] = ['idDocument', 'addressProof', 'incomeProof'].map((kind) => ({
    kind,
    name: `${kind}.pdf`,
    bytes: PDF,
  }));
  if (large)
    files[0] = { kind: 'idDocument', name: 'id.pdf', bytes: Buffer.concat([PDF, Buffer.alloc(MAX + 1 - PDF.length)]) };
  else if (next() < 0.75) {
    const bytes = one(FILES)();
    const name = one(NAMES);
    // A valid document does not count as wrong: a PDF by content and by name.
    files[Math.floor(next() * 3)] = { kind: next() < 0.85 ? one(KINDS.slice(0, 3)) : one(KINDS), name, bytes };
  } else {
    const names = Object.keys(valid);
    for (let i = 0; i <= next() * 3; i++) fields[one(names)] = one(VALUES);
    if (next() < 0.3) fields[`odd${Math.floor(next() * 9)}`] = one(VALUES);
  }
  return { fields, files };
}
