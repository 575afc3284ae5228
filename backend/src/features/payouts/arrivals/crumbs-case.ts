import { ESCROW_CRUMB_BELOW } from '@tknest/contracts/rules';
import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { caseFold, caseIdOf, opening } from '#features/operations-cases/rules.public.js';
import { CRUMBS } from './arrival.rules.js';

/**
 * The single case about small arrivals: no other opens while it is open. After somebody has resolved it, the next small
 * arrival opens another.
 */
export async function crumbsCase(store: EventStore): Promise<StreamWrite[]> {
  for (let number = 1; ; number++) {
    const about = { kind: 'escrow-suspense', subject: `${CRUMBS}~${number}` } as const;
    const { status } = (await load(store, caseFold(caseIdOf(about)))).state;
    if (status === 'resolved') continue;
    const summary =
      `Payments of less than ${ESCROW_CRUMB_BELOW} RLUSD reached the payout escrow for an unknown purpose. ` +
      'Resolve with "kept" to make all of them the platform’s own; otherwise they stay where they are.';
    return opening(store, { ...about, summary });
  }
}
