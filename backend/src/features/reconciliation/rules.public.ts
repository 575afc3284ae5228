/** Rules of the comparison for other features. Pure. */
export { purchasesComparedTo } from './compared-to.js';
export { xrpArrived } from './judge/account-transaction.js';
