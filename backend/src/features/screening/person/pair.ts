import type { ScreeningPair } from '@tknest/contracts/events';

/** Names a pair of person and list entry: the same as long as neither changes. */
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

/** The pair in whatever form the list has the entry. */
export const entryKey = (pair: ScreeningPair): string => pairKey({ ...pair, entryHash: '' });
