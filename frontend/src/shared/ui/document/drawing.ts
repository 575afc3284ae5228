/**
 * A document that a stranger handed in, as pictures. It is drawn onto a canvas and never given to the browser as a page
 * of its own: nothing in it runs, is followed, or is asked for.
 */
export interface Drawing {
  pages: number;
  /** Draws a page as wide as asked, in device pixels. @param page from 1 @param turned 0, 90, 180 or 270 degrees */
  draw(canvas: HTMLCanvasElement, page: number, width: number, turned: number): Promise<void>;
  /** The words of a page, for who cannot see them; empty where the file has none, as a photograph. */
  wordsOf(page: number): Promise<string>;
  /** Frees what it holds, and ends what is under way. */
  close(): void;
}

/** The longest side of what is drawn, in pixels, whatever size a page claims to have. */
export const SIDE_MAX = 3_000;

/** @param mediaType as the server found it to be @throws where the file cannot be read */
export async function drawingOf(blob: Blob, mediaType: string): Promise<Drawing> {
  if (mediaType !== 'application/pdf') return pictureOf(await createImageBitmap(blob));
  const { pdfOf } = await import('./pdf');
  return pdfOf(new Uint8Array(await blob.arrayBuffer()));
}

/** How much larger something is drawn so that it is as wide as asked, and no side is longer than `SIDE_MAX`. */
export const scaleOf = (size: { width: number; height: number }, wanted: number): number =>
  Math.min(wanted / size.width, SIDE_MAX / Math.max(size.width, size.height));

function pictureOf(bitmap: ImageBitmap): Drawing {
  return {
    pages: 1,
    draw: async (canvas, _page, wanted, turned) => {
      const across = turned % 180 !== 0;
      const size = across
        ? { width: bitmap.height, height: bitmap.width }
        : { width: bitmap.width, height: bitmap.height };
      const scale = scaleOf(size, wanted);
      canvas.width = Math.max(1, Math.round(size.width * scale));
      canvas.height = Math.max(1, Math.round(size.height * scale));
      const context = canvas.getContext('2d')!;
      context.translate(canvas.width / 2, canvas.height / 2);
      context.rotate((turned * Math.PI) / 180);
      context.scale(scale, scale);
      context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
    },
    wordsOf: async () => '',
    close: () => bitmap.close(),
  };
}
