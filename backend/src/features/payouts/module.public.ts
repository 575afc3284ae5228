/** Services of payouts for other features. The pure rules are in `rules.public.ts`. */
export { FollowedDay } from './arrivals/followed-day.js';
export { PayoutsModule } from './payouts.module.js';
export { Reopening } from './reopening.js';
export { PayFromFloat } from './use-cases/pay-from-float/pay-from-float.command.js';
export { outcomeAnswer } from './use-cases/pay-from-float/outcome.answer.js';
export { ShowPayoutOutcome, type PayoutOutcome } from './use-cases/pay-from-float/payout-outcome.query.js';
