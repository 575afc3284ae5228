import { getDocument, GlobalWorkerOptions, type PDFPageProxy, type RenderTask } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { scaleOf, type Drawing } from './drawing';

GlobalWorkerOptions.workerSrc = worker;

/**
 * Pictures with more pixels are not drawn, because a small file can claim to contain huge ones. A page scanned at 1,000
 * dots per inch has fewer.
 */
export const IMAGE_PIXELS_MAX = 128_000_000;

/** A PDF file, parsed in its own worker; its scripts, forms and links are ignored. @throws like `getDocument` */
export async function pdfOf(data: Uint8Array): Promise<Drawing> {
  const reading = getDocument({
    data,
    isEvalSupported: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    enableXfa: false,
    // It is completely loaded, so nothing is fetched.
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
      // Pages may be ready in any order; only the one requested last is drawn.
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
