import type { Asking } from '#platform/worker-requests/worker-requests.js';

/** Only a worker may write a run's lines, so only a worker creates the run. */
export const PAYOUT_ASKING: Asking = { withinMs: 15_000, lease: 'process:courier' };
