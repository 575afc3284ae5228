import { getDocument, GlobalWorkerOptions, type PDFPageProxy, type RenderTask } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { scaleOf, type Drawing } from './drawing';

GlobalWorkerOptions.workerSrc = worker;

/**
 * Larger pictures in a file are not drawn: a small file can claim what no memory holds. A page that was scanned at
 * 1,000 dots an inch has fewer.
 */
export const IMAGE_PIXELS_MAX = 128_000_000;

/** A PDF file, read in a worker of its own: its scripts, forms and links are not looked at. @throws as `getDocument` */
export async function pdfOf(data: Uint8Array): Promise<Drawing> {
  const reading = getDocument({
    data,
    isEvalSupported: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    enableXfa: false,
    // It is whole already, and asks for nothing.
    disableAutoFetch: true,
    useWasm: false,
    useSystemFonts: true,
  });
  const pdf = await reading.promise;
  const pages = new Map<number, Promise<PDFPageProxy>>();
  const pageOf = (number: number) => {
    const page = pages.get(number) ?? pdf.getPage(number);
    pages.set(number, page);
    return page;
  };
  let under: RenderTask | null = null;
  let asked = 0;
  return {
    pages: pdf.numPages,
    draw: async (canvas, number, wanted, turned) => {
      const mine = ++asked;
      const page = await pageOf(number);
      // Pages come in any order: only the one that was asked for last is drawn.
      if (mine !== asked) return;
      under?.cancel();
      const rotation = (page.rotate + turned) % 360;
      const scale = scaleOf(page.getViewport({ scale: 1, rotation }), wanted);
      const viewport = page.getViewport({ scale, rotation });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      under = page.render({ canvas, viewport });
      await under.promise;
    },
    wordsOf: async (number) => {
      const { items } = await (await pageOf(number)).getTextContent();
      return items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('')
        .trim();
    },
    close: () => void reading.destroy(),
  };
}
