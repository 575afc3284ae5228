import type { ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import { entryKey, pairKey } from '#features/screening/rules.public.js';

/** What is known of a person's hits, by pair: as the person's own stream folds them, without what no row shows. */
export type KnownHits = Readonly<Record<string, KnownHit>>;
interface KnownHit {
  score: number;
  /**
   * What found it: a role's screening, that of the wallet's address, or the person's other wallet. Null once an officer
   * has decided on it.
   */
  source: string | null;
  /** Names the entry in whatever form the list has it. */
  entry: string;
}

type Found = Extract<ScreeningEvent, { type: 'PersonScreened' | 'WalletScreened' | 'HitsInherited' }>;
type Decided = Extract<ScreeningEvent, { type: 'ComplianceCaseDecided' }>;

/** @returns the known hits afterwards, and the found ones that were not known before */
export function withFound(known: KnownHits, { type, data }: Found): { hits: KnownHits; fresh: ScreeningHit[] } {
  const source = type === 'PersonScreened' ? data.role : type === 'WalletScreened' ? 'address' : data.from;
  // Another wallet's hits take the place of those before; anything else replaces older forms of entries only.
  const found = new Set(data.hits.map(entryKey));
  const isReplaced = (one: KnownHit) =>
    type === 'HitsInherited' ? one.source === source : one.source !== null && found.has(one.entry);
  const hits = Object.fromEntries(Object.entries(known).filter(([, one]) => !isReplaced(one)));
  for (const hit of data.hits) {
    const there = hits[pairKey(hit)];
    const stays = there && (there.source === null || type === 'HitsInherited');
    if (!stays) hits[pairKey(hit)] = { score: hit.score, source, entry: entryKey(hit) };
  }
  return { hits, fresh: data.hits.filter((hit) => !known[pairKey(hit)]) };
}

/** @param clearsAll whether a case about hits was cleared, so that none is left open */
export const withDecided = (known: KnownHits, { data }: Decided, clearsAll: boolean): KnownHits => ({
  ...Object.fromEntries(Object.entries(known).filter(([, { source }]) => !clearsAll || source === null)),
  ...Object.fromEntries(data.hits.map((pair) => [pairKey(pair), { score: 0, source: null, entry: entryKey(pair) }])),
});

/** The best undecided hit; null if there is none. */
export function bestOf(known: KnownHits): number | null {
  const scores = Object.values(known)
    .filter(({ source }) => source !== null)
    .map(({ score }) => score);
  return scores.length > 0 ? Math.max(...scores) : null;
}
