/**
 * `npm run crash-test -- --seeds 1000 [--story payouts] [--from 1] [--variant name]`: plays seeded stories and prints
 * the seeds that break a rule.
 */
import { playPayouts } from './payouts/payout-story.js';
import { PAYOUT_VARIANTS, ROLLBACK_VARIANTS as PAYOUT_ROLLBACK_VARIANTS } from './payouts/payout-variants.js';
import { playRollback as playPayoutRollback } from './payouts/rollback-story.js';
import { playPurchases } from './purchases/purchase-story.js';
import { PURCHASE_VARIANTS, ROLLBACK_VARIANTS } from './purchases/purchase-variants.js';
import { playRollback } from './purchases/rollback-story.js';
import { playSeeded } from './seeded-stories.js';

await playSeeded('npm run crash-test --', {
  purchases: { play: playPurchases, variants: PURCHASE_VARIANTS },
  'restored-purchases': { play: playRollback, variants: ROLLBACK_VARIANTS },
  payouts: { play: playPayouts, variants: PAYOUT_VARIANTS },
  'restored-payouts': { play: playPayoutRollback, variants: PAYOUT_ROLLBACK_VARIANTS },
});
