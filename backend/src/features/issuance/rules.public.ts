/** The rules of manual and automatic issuance for other features. Pure. */
export { issuanceFold, LINE_WORDS, orderIssuance, type IssuanceState } from './issuance.decider.js';
