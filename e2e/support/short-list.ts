import path from 'node:path';

/**
 * For tests that are not about screening: 121 entries of OFAC's list of 2024-05-03 (a work of the US
 * government, public domain) instead of 14,965, which would slow a start. Nicolas Maduro Moros is among them.
 */
export const SHORT_LIST = { SANCTIONS_FILE: path.resolve('e2e/support/short-list') };
