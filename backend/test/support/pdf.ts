import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** A whole PDF of one page; `options` are pdfkit's, such as its two passwords. */
export function pdfOf(words: string, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PDFDocument(options);
  pdf.text(words);
  pdf.end();
  return buffer(pdf);
}
