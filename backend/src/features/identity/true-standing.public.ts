/** The true standing of a person, for the compliance desk and the workers of money only (an import rule). */
export { KycStanding } from './kyc-standing.js';
