import { dayInWords, type Day } from '@tknest/contracts/money';
import anyAscii from 'any-ascii';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { fontFile, WEIGHTS, type Weight } from './fonts.js';

/** A4 in points, and the margins of the design's paper. */
const PAGE = { size: 'A4', margins: { top: 56, bottom: 56, left: 56, right: 56 } } as const;
export const INK = '#0f1f1c';
export const DIM = '#51635f';
const LINE = '#d5dedb';
const ROW = 24;
const NOTE_ROW = 11;
const NOTE_SIZE = 7.5;
/** How many rows or page footers are written without a pause. */
const AT_ONCE = 25;
/** Marks on letters, strokes that lengthen words, and invisible characters: most have no Latin letter. */
const SILENT = /^[\p{M}\p{Cf}ـ]$/u;
/** A time as written in PDFs: `Nov 20, 2026, 14:02:22 UTC`. @param at ISO 8601, UTC */
export const instant = (at: string): string => `${dayInWords(at.slice(0, 10) as Day)}, ${at.slice(11, 19)} UTC`;

export interface Column {
  head: string;
  /** Points. */
  width: number;
  right?: boolean;
  bold?: boolean;
  /** Font size in points, if it differs from the default. */
  size?: number;
}

/** What a cell of a table says, and what stands small below it. */
export type Cell = string | readonly [words: string, note: string];

const heightOf = (cells: readonly Cell[]): number =>
  ROW + (cells.some((cell) => typeof cell !== 'string' && cell[1]) ? NOTE_ROW : 0);
const sizeOf = ({ size }: Column) => (size === undefined ? {} : { size });

/**
 * An A4 PDF. The same content gives the same bytes, because its dates are parameters, so its hash identifies it. Texts
 * never overlap: one that is too long for its place ends with an ellipsis.
 */
export class Paper {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly chunks: Buffer[] = [];
  /** Which font has a letter. */
  private readonly letters = new Map<string, readonly [font: string, text: string]>();
  private isTransliterated = false;
  /** The current position, in points from the top of the page. */
  y: number = PAGE.margins.top;

  /** @param at the time used for its dates, ISO 8601 */
  constructor(
    title: string,
    at: string,
    private readonly foot: { left: string; right: string },
  ) {
    this.pdf = new PDFDocument({
      size: PAGE.size,
      margins: PAGE.margins,
      bufferPages: true,
      lang: 'en-US',
      displayTitle: true,
      // All fonts are embedded.
      font: null as unknown as string,
      info: { Title: title, Author: 'Tknest', Creator: 'Tknest', CreationDate: new Date(at), ModDate: new Date(at) },
    });
    for (const weight of WEIGHTS)
      for (const subset of ['latin', 'latin-ext'] as const)
        this.pdf.registerFont(`${subset} ${weight}`, fontFile(weight, subset));
    this.pdf.on('data', (chunk: Buffer) => this.chunks.push(chunk));
  }

  readonly left: number = PAGE.margins.left;
  get width(): number {
    return this.pdf.page.width - PAGE.margins.left - PAGE.margins.right;
  }

  /** Writes one line and returns its width. `at` is the left end, or with `right` the right one. */
  text(
    words: string,
    {
      at = this.left,
      y = this.y,
      size = 9.5,
      weight = 'regular' as Weight,
      color = INK,
      max = this.width,
      right = false,
    },
  ): number {
    let runs = this.runs(words, weight);
    let width = this.measure(runs, size);
    if (width > max) {
      runs = this.cut(words, weight, size, max);
      width = this.measure(runs, size);
    }
    let x = right ? at - width : at;
    for (const [name, part] of runs) {
      this.pdf.font(name).fontSize(size).fillColor(color).text(part, x, y, { lineBreak: false });
      x += this.pdf.widthOfString(part);
    }
    return width;
  }

  /** Text over as many lines as it needs. */
  paragraph(words: string, { size = 8.5, color = DIM, max = this.width, at = this.left } = {}): void {
    let line = '';
    const write = () => {
      this.room(size * 1.5);
      this.text(line, { at, size, color, max });
      this.y += size * 1.5;
    };
    for (const word of words.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (line && this.measure(this.runs(longer, 'regular'), size) > max) {
        write();
        line = word;
      } else line = longer;
    }
    if (line) write();
  }

  /** A table with its heading, which is repeated on each page. Yields to other work while writing a long one. */
  async table(
    columns: readonly Column[],
    rows: readonly (readonly Cell[])[],
    { total }: { total?: readonly string[] } = {},
  ): Promise<void> {
    this.room(ROW * 2);
    this.heading(columns);
    for (const [n, row] of rows.entries()) {
      if (n % AT_ONCE === AT_ONCE - 1) await setImmediate();
      if (this.room(heightOf(row))) this.heading(columns);
      this.row(columns, row);
    }
    if (!total) return;
    if (this.room(ROW)) this.heading(columns);
    this.rule(this.y, INK);
    this.row(columns, total, true);
  }

  /** Breaks the page if less than `height` is left. @returns whether it did */
  room(height: number): boolean {
    if (this.y + height <= this.pdf.page.height - PAGE.margins.bottom - ROW) return false;
    this.pdf.addPage();
    this.y = PAGE.margins.top;
    return true;
  }

  /** Attaches a file to the PDF. */
  attach(name: string, content: string, { type, at }: { type: string; at: string }): void {
    const made = new Date(at);
    this.pdf.file(Buffer.from(content), { name, type, creationDate: made, modifiedDate: made });
  }

  rule(y: number, color = LINE): void {
    this.pdf
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke();
  }

  /** Writes the footer of every page and ends the PDF. */
  async end(): Promise<Buffer> {
    if (this.isTransliterated) {
      this.y += ROW / 2;
      this.paragraph('Letters that this file cannot show are written in Latin letters.');
    }
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      if (page % AT_ONCE === AT_ONCE - 1) await setImmediate();
      this.pdf.switchToPage(page);
      // Below the margin, where the library would begin a new page.
      this.pdf.page.margins.bottom = 0;
      const y = this.pdf.page.height - PAGE.margins.bottom;
      this.rule(y - 8);
      const right = count > 1 ? `${this.foot.right} · ${page - start + 1} of ${count}` : this.foot.right;
      const taken = this.text(right, { at: this.left + this.width, y, size: 7.5, color: DIM, right: true });
      this.text(this.foot.left, { y, size: 7.5, color: DIM, max: this.width - taken - 16 });
    }
    const ended = new Promise((resolve) => this.pdf.once('end', resolve));
    this.pdf.end();
    await ended;
    return Buffer.concat(this.chunks);
  }

  private heading(columns: readonly Column[]): void {
    this.cells(columns, (column) => ({ words: column.head, color: DIM, size: 9.5 }));
    this.y += ROW;
    this.rule(this.y);
  }

  private row(columns: readonly Column[], cells: readonly Cell[], bold = false): void {
    const partOf = (cell: Cell | undefined, part: 0 | 1) => (typeof cell === 'object' ? cell : [cell ?? '', ''])[part];
    this.cells(columns, (column, n) => ({
      words: partOf(cells[n], 0),
      note: partOf(cells[n], 1),
      weight: bold || column.bold ? 'bold' : 'regular',
    }));
    this.y += heightOf(cells);
    this.rule(this.y);
  }

  private cells(
    columns: readonly Column[],
    cell: (
      column: Column,
      n: number,
    ) => { words: string; note?: string; weight?: Weight; color?: string; size?: number },
  ): void {
    let at = this.left;
    columns.forEach((column, n) => {
      const { words, note, ...how } = cell(column, n);
      const x = column.right ? at + column.width : at;
      this.text(words, {
        at: x,
        y: this.y + 6,
        max: column.width - 8,
        right: column.right ?? false,
        ...sizeOf(column),
        ...how,
      });
      // A note may go on below the columns to its right.
      if (note)
        this.text(note, { at, y: this.y + ROW - 5, size: NOTE_SIZE, color: DIM, max: this.left + this.width - at });
      at += column.width;
    });
  }

  /** Each piece with the font that has its letters; what neither has is written in Latin letters. */
  private runs(words: string, weight: Weight): [font: string, text: string][] {
    const runs: [string, string][] = [];
    for (const letter of words.normalize('NFC').replace(/\p{Cc}/gu, ' ')) {
      const [name, text] = this.letter(letter, weight);
      const last = runs.at(-1);
      if (last?.[0] === name) last[1] += text;
      else runs.push([name, text]);
    }
    return runs;
  }

  private letter(letter: string, weight: Weight): readonly [string, string] {
    const key = `${weight} ${letter}`;
    const known = this.letters.get(key) ?? this.find(letter, weight);
    this.letters.set(key, known);
    return known;
  }

  private find(letter: string, weight: Weight): readonly [string, string] {
    for (const subset of ['latin', 'latin-ext'] as const)
      if (this.has(`${subset} ${weight}`, letter)) return [`${subset} ${weight}`, letter];
    this.isTransliterated = true;
    return [`latin ${weight}`, letter === 'ا' ? 'a' : anyAscii(letter) || (SILENT.test(letter) ? '' : '?')];
  }

  private has(name: string, letter: string): boolean {
    this.pdf.font(name);
    const { font: embedded } = (
      this.pdf as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
    )._font;
    return embedded.hasGlyphForCodePoint(letter.codePointAt(0)!);
  }

  private measure(runs: [string, string][], size: number): number {
    return runs.reduce((sum, [name, text]) => sum + this.pdf.font(name).fontSize(size).widthOfString(text), 0);
  }

  private cut(words: string, weight: Weight, size: number, max: number): [string, string][] {
    const letters = [...words];
    while (letters.length > 0) {
      letters.pop();
      const runs = this.runs(`${letters.join('').trimEnd()}…`, weight);
      if (this.measure(runs, size) <= max) return runs;
    }
    return [];
  }
}
