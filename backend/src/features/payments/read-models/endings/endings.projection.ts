import type { Projection } from '#platform/projections/projection.js';

/** Each ending of a payment. One that is revived because its money arrived after all ends a second time. */
export const OUTCOMES = {
  PaymentCompleted: 'completed',
  PaymentFailed: 'failed',
  PaymentCancelled: 'cancelled',
  PaymentExpired: 'expired',
} as const;

/** How payments ended, counted from the log. */
export const endingsProjection: Projection = {
  name: 'payment-endings',
  version: 1,
  tables: ['payment_endings'],
  events: Object.keys(OUTCOMES),
  onError: 'halt',
  async apply(events, tx) {
    const counts = new Map<string, number>();
    for (const { type } of events) {
      const outcome = OUTCOMES[type as keyof typeof OUTCOMES];
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    for (const [outcome, payments] of counts)
      await tx.query(
        `insert into payment_endings as e (outcome, payments) values ($1, $2)
         on conflict (outcome) do update set payments = e.payments + excluded.payments`,
        [outcome, payments],
      );
  },
};
