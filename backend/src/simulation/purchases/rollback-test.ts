/**
 * `node backend/dist/simulation/purchases/rollback-test.js --seeds 1000 [--from 1] [--variant name]`: plays seeded stories of
 * purchases in which the log is restored from a backup and the ledger is not, and names the seeds that break a rule.
 */
import { playRollback } from './rollback-story.js';
import { playSeeded } from '../seeded-stories.js';
import { LAGGING_ROLLBACK, ROLLBACK_VARIANTS } from './purchase-variants.js';

await playSeeded({
  command: 'node backend/dist/simulation/purchases/rollback-test.js',
  variants: { ...ROLLBACK_VARIANTS, 'lagging-node': LAGGING_ROLLBACK },
  async play(seed, variant) {
    const { broken, digest, ...counts } = await playRollback(seed, variant);
    return { counts: { ...counts }, broken, digest };
  },
});
