import type { Projection } from '../../../../platform/projections/projection.js';
import { ARRIVAL_EVENTS, foldArrival } from './arrival-rows.js';
import { foldPayment, PAYMENT_EVENTS } from './payment-rows.js';
import { foldRun, RUN_EVENTS } from './run-rows.js';
import { foldTokens, TOKEN_EVENTS } from './token-rows.js';

const has = (types: readonly string[], type: string) => types.includes(type);

/** Everything that moved a wallet's money or tokens through the platform: activity and statements are read from it. */
export const movementsProjection: Projection = {
  name: 'movements',
  version: 3,
  tables: ['movements', 'movement_runs', 'movement_properties', 'movement_accounts', 'movement_holdings'],
  events: [...PAYMENT_EVENTS, ...RUN_EVENTS, ...TOKEN_EVENTS, ...ARRIVAL_EVENTS],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events)
      if (has(PAYMENT_EVENTS, event.type)) await foldPayment(event, tx);
      else if (has(RUN_EVENTS, event.type)) await foldRun(event, tx);
      else if (has(TOKEN_EVENTS, event.type)) await foldTokens(event, tx);
      else await foldArrival(event, tx);
  },
};
