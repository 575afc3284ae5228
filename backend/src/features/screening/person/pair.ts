import type { ScreeningPair } from '@tknest/contracts/events';

/** The key of a pair of person and list entry; stays the same until one of them changes. */
export const pairKey = (pair: ScreeningPair): string =>
  [pair.list, pair.entityNumber, pair.entryHash, pair.nameHash, pair.birthDateHash ?? '-'].join('/');

/** The digests alone, without the score. */
export const pairOf = ({ list, entityNumber, entryHash, nameHash, birthDateHash }: ScreeningPair): ScreeningPair => ({
  list,
  entityNumber,
  entryHash,
  nameHash,
  birthDateHash,
});

/** The key of the pair in any form in which the list has the entry. */
export const entryKey = (pair: ScreeningPair): string => pairKey({ ...pair, entryHash: '' });
