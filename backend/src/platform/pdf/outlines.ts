import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';
import { fontFile, type Weight } from './fonts.js';

const opened = new Map<string, Font>();
function fontOf(weight: Weight, subset: 'latin' | 'latin-ext'): Font {
  const key = `${subset} ${weight}`;
  const font = opened.get(key) ?? create(fontFile(weight, subset));
  opened.set(key, font);
  return font;
}

/** Letters that the fonts lack are written in Latin ones. */
const known = (text: string, weight: Weight): string =>
  [...text.normalize('NFC')]
    .map((letter) => {
      const code = letter.codePointAt(0)!;
      return fontOf(weight, 'latin').hasGlyphForCodePoint(code) ||
        fontOf(weight, 'latin-ext').hasGlyphForCodePoint(code)
        ? letter
        : anyAscii(letter);
    })
    .join('');

/** Parts of a text, each with the font that has its letters. */
function runsOf(text: string, weight: Weight): { font: Font; run: ReturnType<Font['layout']> }[] {
  const parts: { font: Font; text: string }[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    const font = fontOf(weight, fontOf(weight, 'latin').hasGlyphForCodePoint(code) ? 'latin' : 'latin-ext');
    const last = parts.at(-1);
    if (last?.font === font) last.text += letter;
    else parts.push({ font, text: letter });
  }
  return parts.map((part) => ({ font: part.font, run: part.font.layout(part.text) }));
}

/** A text's width. @param size pixels */
export const widthOf = (text: string, size: number, weight: Weight): number =>
  runsOf(known(text, weight), weight).reduce(
    (sum, { font, run }) => sum + (run.advanceWidth * size) / font.unitsPerEm,
    0,
  );

/**
 * A line of text as the data of an SVG path, so that a picture needs no font of the system.
 * @param x its left end @param y its baseline @param size pixels
 */
export function outlineOf(
  text: string,
  { x, y, size, weight }: { x: number; y: number; size: number; weight: Weight },
): string {
  let at = x;
  let path = '';
  for (const { font, run } of runsOf(known(text, weight), weight)) {
    const scale = size / font.unitsPerEm;
    run.glyphs.forEach((glyph, nth) => {
      const { xAdvance, xOffset } = run.positions[nth]!;
      path += glyph.path
        .scale(scale, -scale)
        .translate(at + xOffset * scale, y)
        .toSVG();
      at += xAdvance * scale;
    });
  }
  return path;
}

/** At most so many lines of a width, cut at words; the last one ends with an ellipsis if there is more. */
export function linesOf(
  text: string,
  { size, weight, width, most }: { size: number; weight: Weight; width: number; most: number },
): string[] {
  const fits = (line: string) => widthOf(line, size, weight) <= width;
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most);
  const isCut = lines.length > most;
  return shown.map((line, nth) => {
    if (fits(line) && !(isCut && nth === most - 1)) return line;
    const letters = [...line];
    while (letters.length > 1 && !fits(`${letters.join('').trimEnd()}…`)) letters.pop();
    return `${letters.join('').trimEnd()}…`;
  });
}
