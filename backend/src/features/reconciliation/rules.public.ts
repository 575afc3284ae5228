/** Rules of the comparison for other features. Pure. */
export { senderOf, xrpArrived } from './judge/account-transaction.js';
