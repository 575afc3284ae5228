/**
 * A document that a stranger handed in, as pictures. It is drawn onto a canvas and never given to the browser as a page
 * of its own: nothing in it runs, is followed, or is asked for.
 */
export interface Drawing {
  pages: number;
  /** Draws a page as wide as asked, in device pixels. @param page from 1 @param turned 0, 90, 180 or 270 degrees */
  draw(canvas: HTMLCanvasElement, page: number, width: number, turned: number): Promise<void>;
  /** The text of a page, for people who cannot see it; empty if the file has none, such as a photograph. */
  wordsOf(page: number): Promise<string>;
  /** Frees what it holds, and ends what is under way. */
  close(): void;
}

/** The longest side of what is drawn, in pixels, whatever size a page claims to have. */
export const SIDE_MAX = 3_000;

/** How much larger something is drawn so that it is as wide as asked, and no side is longer than `SIDE_MAX`. */
export const scaleOf = (size: { width: number; height: number }, wanted: number): number =>
  Math.min(wanted / size.width, SIDE_MAX / Math.max(size.width, size.height));
