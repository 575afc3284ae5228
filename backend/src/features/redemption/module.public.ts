/** What other features may use of redemptions. */
export { redemptionFold, type RedemptionState } from './redemption.decider.js';
