/**
 * `npm run crash-test -- --seeds 1000 [--from 1] [--variant name]`: plays seeded stories and names the seeds that break
 * a rule.
 */
import { playSeeded } from '../seeded-stories.js';
import { play } from './purchase-story.js';
import { FORGETFUL_NODE, FROM_OLD_LOG, HOSTILE, VARIANTS } from './purchase-variants.js';

await playSeeded({
  command: 'npm run crash-test --',
  variants: { ...VARIANTS, 'from-old-log': FROM_OLD_LOG, hostile: HOSTILE, 'forgetful-node': FORGETFUL_NODE },
  async play(seed, variant) {
    const { payments, completed, owedBack, kills, broken, digest } = await play(seed, variant);
    return { counts: { payments, completed, 'owed back': owedBack, kills }, broken, digest };
  },
});
