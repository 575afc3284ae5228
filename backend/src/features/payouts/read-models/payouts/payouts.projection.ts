import type { PayoutEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';

/** Payout runs and what each pays to whom. The totals do not change once a run is completed. */
export const payoutsProjection: Projection<PayoutEvent> = {
  name: 'payouts',
  version: 1,
  tables: ['payouts', 'payout_lines'],
  events: [
    'PayoutRunCreated',
    'PayoutLinesListed',
    'PayoutRunStarted',
    'PayoutWindowSigned',
    'PayoutSettled',
    'PayoutLineRefused',
    'PayoutLineAbsent',
    'PayoutLineUnclaimed',
    'PayoutLineReturned',
    'PayoutLinesReopened',
    'UnclaimedPaid',
    'PayoutFeePaid',
    'PayoutRunPaused',
    'PayoutRunResumed',
    'PayoutRunCompleted',
  ],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events) await fold(event, tx);
  },
};

const FEE = 'fee';

async function fold({ type, data, position, at, metadata }: Recorded<PayoutEvent>, tx: EntityManager): Promise<void> {
  const line = (runId: string, wallet: string, status: string, hash: string | null, reason: string | null) =>
    tx.query(
      `update payout_lines set status = $3, tx_hash = $4, reason = $5, since = $6,
         date = case $3 when 'settled' then $7 else date end where run_id = $1 and wallet = $2`,
      [runId, wallet, status, hash, reason, at, metadata.businessDate],
    );
  const count = (runId: string, column: 'settled' | 'unclaimed') =>
    // Counts each line once: one that is retried after the run's completion is not counted again, whether the run is
    // paused or not.
    tx.query(`update payouts set ${column} = ${column} + 1 where id = $1 and settled + unclaimed < lines`, [runId]);
  const feeOwed = async (runId: string, isOwed: boolean) =>
    void (await tx.query('update payouts set fee_owed = $2 where id = $1', [runId, isOwed]));
  const status = (runId: string, to: string, pausedFor: string | null) =>
    tx.query('update payouts set status = $2, paused_for = $3 where id = $1', [runId, to, pausedFor]);
  switch (type) {
    case 'PayoutRunCreated':
      return void (await tx.query(
        `insert into payouts (id, seq, property_id, source, period, date, record_position, amount, fee, lines, settled, unclaimed, status, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0, 0, 'running', $10)`,
        [
          data.runId,
          position,
          data.propertyId,
          data.source,
          data.period,
          data.date,
          data.recordPosition,
          data.amount,
          data.fee,
          at,
        ],
      ));
    case 'PayoutLinesListed':
      if (data.batch === FEE) return feeOwed(data.runId, true);
      return void (await tx.query(
        `insert into payout_lines (run_id, wallet, batch, property_id, date, tokens, amount, status, since)
         select r.id, l.wallet, $2, r.property_id, r.date, l.tokens, l.amount, 'waiting', $4
         from payouts r, jsonb_to_recordset($3::jsonb) as l (wallet text, tokens integer, amount numeric) where r.id = $1`,
        [data.runId, data.batch, JSON.stringify(data.lines), at],
      ));
    case 'PayoutRunStarted':
      return void (await tx.query('update payouts set lines = $2 where id = $1', [data.runId, data.lines]));
    case 'PayoutWindowSigned':
      if (data.batch === FEE) return;
      return void (await tx.query(
        `update payout_lines l set status = 'submitted', tx_hash = s.hash, reason = null, since = $3
         from jsonb_to_recordset($2::jsonb) as s (wallet text, hash text) where l.run_id = $1 and l.wallet = s.wallet`,
        [data.runId, JSON.stringify(data.attempts), at],
      ));
    case 'PayoutSettled':
      await line(data.payoutId, data.wallet, 'settled', data.hash, null);
      return void (await count(data.payoutId, 'settled'));
    case 'PayoutFeePaid':
      return feeOwed(data.runId, false);
    case 'UnclaimedPaid':
      return void (await line(data.runId, data.wallet, 'settled', data.hash, null));
    case 'PayoutLineRefused':
    case 'PayoutLineAbsent':
      if (data.batch !== FEE) await line(data.runId, data.wallet, 'waiting', null, null);
      return;
    case 'PayoutLineUnclaimed':
      if (data.batch === FEE) return;
      await line(data.runId, data.wallet, 'unclaimed', null, data.reason);
      // Its age does not begin again when it is retried in vain.
      await tx.query(
        'update payout_lines set unclaimed_on = coalesce(unclaimed_on, $3) where run_id = $1 and wallet = $2',
        [data.runId, data.wallet, metadata.businessDate],
      );
      return void (await count(data.runId, 'unclaimed'));
    case 'PayoutLineReturned':
      await line(data.runId, data.wallet, 'returned', null, data.reason);
      return void (await count(data.runId, 'unclaimed'));
    case 'PayoutLinesReopened':
      for (const wallet of data.wallets) await line(data.runId, wallet, 'waiting', null, null);
      return;
    case 'PayoutRunPaused':
      return void (await status(data.runId, 'paused', data.cause));
    case 'PayoutRunResumed':
      return void (await tx.query(
        `update payouts set status = case when settled + unclaimed = lines and lines > 0 then 'completed' else 'running' end, paused_for = null where id = $1`,
        [data.runId],
      ));
    case 'PayoutRunCompleted':
      // A paused run that is complete is shown as paused until it is resumed, because its fee may be waiting.
      return void (await tx.query(
        `update payouts set status = case when paused_for is null then 'completed' else 'paused' end where id = $1`,
        [data.runId],
      ));
  }
}
