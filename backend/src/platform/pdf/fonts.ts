import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const FONTS = { regular: '400', bold: '600' } as const;
export type Weight = keyof typeof FONTS;
export const WEIGHTS = Object.keys(FONTS) as Weight[];
export type Subset = 'latin' | 'latin-ext';

const require = createRequire(import.meta.url);
/** Read once, because all files and pictures use the same fonts. */
const read = new Map<string, Buffer>();

/** A font's file. */
export function fontFile(weight: Weight, subset: Subset): Buffer {
  const name = `@fontsource/hanken-grotesk/files/hanken-grotesk-${subset}-${FONTS[weight]}-normal.woff`;
  const file = read.get(name) ?? readFileSync(require.resolve(name));
  read.set(name, file);
  return file;
}
