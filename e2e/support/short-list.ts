import path from 'node:path';

/**
 * For programs in which screening is not what is looked at: 121 entries of OFAC's list of 2024-05-03 (a work of the US
 * government, public domain) in place of 14,965, which a start need not index. Nicolas Maduro Moros is among them.
 */
export const SHORT_LIST = { SANCTIONS_FILE: path.resolve('e2e/support/short-list') };
