/** What other features may use of redemptions. Pure. */
export { redemptionFold, type RedemptionState } from './redemption.decider.js';
