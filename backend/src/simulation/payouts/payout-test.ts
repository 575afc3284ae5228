/**
 * `node backend/dist/simulation/payouts/payout-test.js --seeds 1000 [--from 1] [--variant name]`: plays seeded stories
 * of payout runs and the escrow's books, and names the seeds that break a rule.
 */
import { playSeeded } from '../seeded-stories.js';
import { playPayouts } from './payout-story.js';
import { PAYOUT_VARIANTS } from './payout-variants.js';

await playSeeded({
  command: 'node backend/dist/simulation/payouts/payout-test.js',
  variants: PAYOUT_VARIANTS,
  async play(seed, variant) {
    const { runs, payments, kills, broken, digest } = await playPayouts(seed, variant);
    return { counts: { runs, payments, kills }, broken, digest };
  },
});
