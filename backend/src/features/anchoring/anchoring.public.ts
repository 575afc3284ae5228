/** What others may use of anchors. */
export { AnchorsOnLedger } from './anchors-on-ledger.js';
