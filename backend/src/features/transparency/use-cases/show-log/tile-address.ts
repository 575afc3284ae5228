/**
 * Parses the address of a tile (C2SP tlog-tiles): x001/x234/067 is tile 1,234,067; 067.p/17 its first 17 hashes. Pure.
 */
import { TILE_WIDTH, type TilePlace } from '../../tree/tiles.js';

export interface TileAddress extends TilePlace {
  /** The number of hashes; left out for the full tile. */
  width?: number;
}

/** @returns null if it names no tile */
export function readTileAddress(level: string, parts: readonly string[]): TileAddress | null {
  if (!/^([0-9]|[1-5][0-9]|6[0-3])$/.test(level)) return null;
  const last = parts.at(-1) ?? '';
  const [, partial] = /^(.*)\.p$/s.exec(parts.at(-2) ?? '') ?? [];
  const width = partial === undefined ? undefined : Number(/^[1-9][0-9]{0,2}$/.exec(last)?.[0]);
  if (width !== undefined && !(width < TILE_WIDTH)) return null;
  const path = partial === undefined ? parts : [...parts.slice(0, -2), partial];
  const groups = path.map((part, at) => (at === path.length - 1 ? /^(\d{3})$/ : /^x(\d{3})$/).exec(part)?.[1]);
  if (groups.length > 5 || groups.length === 0 || !groups.every((group) => group !== undefined)) return null;
  // A leading group of zeros is not allowed, so that each tile has only one name.
  if (groups.length > 1 && groups[0] === '000') return null;
  return { level: Number(level), index: Number(groups.join('')), ...(width === undefined ? {} : { width }) };
}
