/** What other features may know of tokens that were issued by hand or by automation. Pure. */
export { issuanceFold, LINE_WORDS, orderIssuance, type IssuanceState } from './issuance.decider.js';
