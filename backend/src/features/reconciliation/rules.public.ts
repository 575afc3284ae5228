/** Rules of the comparison for other features. Pure. */
export { xrpArrived } from './judge/account-transaction.js';
