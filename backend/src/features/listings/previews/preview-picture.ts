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
const TEXT_WIDTH = 620;
const LEAD = { size: 30, weight: 'regular', width: 520, most: 2 } as const;
const TITLE = { size: 68, weight: 'bold', width: TEXT_WIDTH, most: 2 } as const;

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

const line = (text: string, x: number, y: number, size: number, weight: Weight, color: keyof typeof COLORS) =>
  `<path fill="${COLORS[color]}" d="${outlineOf(text, { x, y, size, weight })}"/>`;

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

/** The house between two neighbors, at the right. */
function street({ id, share }: Pictured['house']): string {
  const scale = Math.min(2.3, 330 / (facadeSize(id).height + 3 * U));
  const width = facadeSize(id).width * scale;
  const left = 950 - width / 2;
  const beside = facadeSize(id + 2).width * scale * 0.8;
  return (
    house(id + 2, 0, left - beside - 24, scale * 0.8, 0.28) +
    house(id + 4, 0, left + width + 24, scale * 0.8, 0.28) +
    house(id, share, left, scale)
  );
}

/** The picture as SVG: all text is outlines, so what a landlord typed is never read as markup. */
export function previewSvg({ title, lead, facts, house: shown }: Pictured): string {
  const lines = linesOf(title, TITLE);
  const top = 210;
  const below = top + lines.length * 78;
  const [first = '', ...rest] = facts;
  const leads = linesOf(lead, LEAD);
  const factsAt = below + leads.length * 40 + 52;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW.width}" height="${PREVIEW.height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${COLORS['sky-top']}"/>
      <stop offset="1" stop-color="${COLORS['sky-bottom']}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    ${street(shown)}
    <rect y="${GROUND}" width="100%" height="${PREVIEW.height - GROUND}" fill="${COLORS['f-roof']}"/>
    ${line('Tknest', EDGE, 104, 36, 'bold', 'pri')}
    ${lines.map((text, nth) => line(text, EDGE, top + nth * 78, TITLE.size, 'bold', 'text')).join('')}
    ${leads.map((text, nth) => line(text, EDGE, below + nth * 40, 30, 'regular', 'dim')).join('')}
    ${line(first, EDGE, factsAt, 40, 'bold', 'pri')}
    ${rest.map((text, nth) => line(text, EDGE, factsAt + 50 + nth * 42, 30, 'regular', 'text')).join('')}
  </svg>`;
}

/** The picture as PNG. Costly: whoever draws takes turns (`CostlyWork`). */
export const previewPng = (pictured: Pictured): Promise<Buffer> =>
  sharp(Buffer.from(previewSvg(pictured)))
    .png({ palette: true, effort: 7 })
    .toBuffer();
