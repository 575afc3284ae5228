/** Anchoring for other features. */
export { AnchorAge } from './anchor-age.js';
export { AnchorBook } from './anchor-book.js';
export { AnchoringModule } from './anchoring.module.js';
export { AnchorsOnLedger } from './anchors-on-ledger.js';
