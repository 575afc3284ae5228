/** What other features may know of tokens that were issued by hand or by automation. Pure. */
export { issuanceFold, orderIssuance, type IssuanceState } from './issuance.decider.js';
export { LINE_WORDS } from './issuance.decider.js';
