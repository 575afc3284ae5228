/**
 * `node backend/dist/simulation/payouts/rollback-test.js --seeds 1000 [--from 1] [--variant name]`: plays seeded
 * stories in which the log is restored from a backup and the ledger is not, and names the seeds that break a rule.
 */
import { playSeeded } from '../seeded-stories.js';
import { LAGGING, rightGate, ROLLBACK_VARIANTS } from './payout-variants.js';
import { playRollback } from './rollback-story.js';

await playSeeded({
  command: 'node backend/dist/simulation/payouts/rollback-test.js',
  variants: { ...ROLLBACK_VARIANTS, 'lagging-node': LAGGING },
  async play(seed, variant) {
    const { forgotten, adopted, payments, broken, digest } = await playRollback(seed, variant ?? { gate: rightGate });
    return { counts: { forgotten, adopted, payments }, broken, digest };
  },
});
