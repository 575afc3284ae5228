import { EVENT_CATALOGUE } from '@tknest/contracts/events';

export const EVERY_TYPE: readonly string[] = Object.keys(EVENT_CATALOGUE);

/**
 * The version of a read model that follows every type. It rises with each new type: during an upgrade, the older
 * program still fills the tables, and passes over events of the types that only the newer one knows.
 * @param folding raised when the tables or the folding change
 */
export const versionOver = (types: readonly string[], folding: number): number => folding * 1_000 + types.length;
