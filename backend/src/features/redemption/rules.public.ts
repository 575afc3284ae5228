/** Rules of redemptions for other features. Pure. */
export { redemptionFold, type RedemptionState } from './redemption.decider.js';
