/**
 * A document uploaded by a stranger, as pictures. It is drawn onto a canvas and never opened as a page, so that no
 * script in it runs, no link is followed, and nothing is fetched.
 */
export interface Drawing {
  pages: number;
  /**
   * Draws a page at the requested width, in device pixels. @param page from 1 @param turned 0, 90, 180 or 270 degrees
   */
  draw(canvas: HTMLCanvasElement, page: number, width: number, turned: number): Promise<void>;
  /** The text of a page, for people who cannot see it; empty if the file has none, such as a photograph. */
  wordsOf(page: number): Promise<string>;
  /** Frees its resources, and cancels pending work. */
  close(): void;
}

/** The longest side of a drawing, in pixels, whatever size a page claims to have. */
export const SIDE_MAX = 3_000;

/** The scale at which something is as wide as requested, without a side longer than `SIDE_MAX`. */
export const scaleOf = (size: { width: number; height: number }, wanted: number): number =>
  Math.min(wanted / size.width, SIDE_MAX / Math.max(size.width, size.height));
