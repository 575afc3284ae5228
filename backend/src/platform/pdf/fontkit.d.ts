/** The part of fontkit that outlines need; the package has no types. */
declare module 'fontkit' {
  interface Path {
    scale(x: number, y: number): Path;
    translate(x: number, y: number): Path;
    toSVG(): string;
  }
  interface Run {
    /** In units of the font. */
    advanceWidth: number;
    glyphs: readonly { path: Path }[];
    positions: readonly { xAdvance: number; xOffset: number }[];
  }
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(code: number): boolean;
    layout(text: string): Run;
  }
  export function create(file: Buffer): Font;
}
