/** Rules of identity for other features. Nothing here needs the running program. */

/**
 * Who gets money that is meant for a wallet: the wallet itself, the payout escrow, where it stays owed to the wallet,
 * or nobody.
 */
export type PaidTo = 'wallet' | 'escrow' | 'nobody';

/**
 * `new`: nobody owes it; `owed`: a person pays what they owe; `line`: the platform pays what it keeps for the wallet.
 */
export type Paying = 'new' | 'owed' | 'line';
