/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** 0 to below 1. */
  next(): number;
  /** 0 to below `limit`, whole. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (from) => from[below(from.length)]! };
}
