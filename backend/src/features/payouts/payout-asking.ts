import type { Asking } from '#platform/worker-requests/worker-requests.js';

/** A run is made by whoever may write its lines, and that is a worker. */
export const PAYOUT_ASKING: Asking = { withinMs: 15_000, lease: 'process:courier' };
