import { FACADE_UNIT as U, facadeOf, facadeSize } from '@tknest/contracts/words';
import sharp from 'sharp';
import { linesOf, outlineOf } from '#platform/pdf/outlines.js';
import type { Weight } from '#platform/pdf/fonts.js';

/** The size that services with link previews ask for, in pixels. */
export const PREVIEW = { width: 1200, height: 630 } as const;
/** The light scheme's colors (frontend/src/shared/styles/tokens.css). */
export const COLORS = {
  text: '#132124',
  dim: '#546468',
  pri: '#005a5e',
  'sky-top': '#dcedef',
  'sky-bottom': '#f3f7f2',
  'window-lit': '#ffd474',
  'window-unlit': '#24383d',
  'f-brick': '#c9694b',
  'f-brick2': '#a9513a',
  'f-stone': '#c3b9a6',
  'f-petrol': '#2f8488',
  'f-slate': '#5f7379',
  'f-plaster': '#dfc89b',
  'f-roof': '#2a3a3e',
} as const;

const EDGE = 72;
const GROUND = 560;
/** Where texts end and where houses begin, in pixels from the left. */
export const TEXT_TO = 692;
export const HOUSES_FROM = 740;
const width = TEXT_TO - EDGE;
/** A long name is smaller before it is cut. */
const TITLES = [
  { size: 68, step: 78, most: 2 },
  { size: 46, step: 52, most: 3 },
] as const;

/** What a picture shows. */
export interface Pictured {
  title: string;
  /** Below the title. */
  lead: string;
  /** At the foot, the first one bold. */
  facts: readonly string[];
  /** The house's kind and its share of sold tokens. */
  house: { id: number; share: number };
}

/** A line of text. `y` is its baseline. */
interface Line {
  text: string;
  y: number;
  size: number;
  weight: Weight;
  color: keyof typeof COLORS;
}

/** A house on the ground, with its left edge at `x`. */
function house(id: number, share: number, x: number, scale: number, opacity = 1): string {
  const { height, width, color, roof, unlit, bars, lit, door } = facadeOf(id, share);
  const windows = lit.map((at) => `M${at.x} ${at.y}h${U}v${U * 1.35}h${-U}z`).join('');
  return `<g transform="translate(${x} ${GROUND - height * scale}) scale(${scale})" opacity="${opacity}">
    <path d="${roof.path}" fill="${COLORS[`f-${roof.color}`]}"/>
    <rect width="${width}" height="${height}" fill="${COLORS[`f-${color}`]}"/>
    <path d="${unlit}" fill="${COLORS['window-unlit']}"/>
    <path d="${windows}" fill="${COLORS['window-lit']}"/>
    <path d="${bars}" fill="none" stroke="rgb(120,110,80)" stroke-opacity="0.45" stroke-width="0.9"/>
    <rect x="${door.x}" y="${door.y}" width="${door.width}" height="${door.height}"
      fill="${COLORS[door.isLit ? 'window-lit' : 'window-unlit']}"/></g>`;
}

/** The house, and a neighbor to its right. */
function street({ id, share }: Pictured['house']): string {
  const scale = Math.min(2.3, 330 / (facadeSize(id).height + 3 * U));
  const beside = HOUSES_FROM + facadeSize(id).width * scale + 24;
  return house(id + 2, 0, beside, scale * 0.8, 0.28) + house(id, share, HOUSES_FROM, scale);
}

/** The texts of a picture: all stand left of the houses and above the ground. */
export function linesIn({ title, lead, facts }: Pictured): Line[] {
  const fitted = TITLES.map((how) => ({ ...how, lines: linesOf(title, { ...how, weight: 'bold', width }) }));
  const { size, step, lines } = fitted.find((one) => !one.lines.at(-1)?.endsWith('…')) ?? fitted.at(-1)!;
  const top = 142 + size;
  const below = top + lines.length * step;
  // With facts below it, it is a city.
  const leads = linesOf(lead, { size: 30, weight: 'regular', width, most: facts.length > 0 ? 1 : 3 });
  const factsAt = below + leads.length * 40 + 40;
  return [
    { text: 'Tknest', y: 104, size: 36, weight: 'bold', color: 'pri' },
    ...lines.map((text, nth): Line => ({ text, y: top + nth * step, size, weight: 'bold', color: 'text' })),
    ...leads.map((text, nth): Line => ({ text, y: below + nth * 40, size: 30, weight: 'regular', color: 'dim' })),
    ...facts.map((text, nth): Line =>
      nth === 0
        ? { text, y: factsAt, size: 40, weight: 'bold', color: 'pri' }
        : { text, y: factsAt + 8 + nth * 42, size: 30, weight: 'regular', color: 'text' },
    ),
  ];
}

/** The picture as SVG: all text is outlines, so what a landlord typed is never read as markup. */
export function previewSvg(pictured: Pictured): string {
  const texts = linesIn(pictured).map(
    ({ color, text, ...at }) => `<path fill="${COLORS[color]}" d="${outlineOf(text, { x: EDGE, ...at })}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW.width}" height="${PREVIEW.height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${COLORS['sky-top']}"/>
      <stop offset="1" stop-color="${COLORS['sky-bottom']}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    ${street(pictured.house)}
    <rect y="${GROUND}" width="100%" height="${PREVIEW.height - GROUND}" fill="${COLORS['f-roof']}"/>
    ${texts.join('')}
  </svg>`;
}

/** The picture as PNG. Costly: whoever draws takes turns (`CostlyWork`). */
export const previewPng = (pictured: Pictured): Promise<Buffer> =>
  sharp(Buffer.from(previewSvg(pictured)))
    .png({ palette: true, effort: 7 })
    .toBuffer();
