/**
 * Movements of payout runs, one row per line. A line's parts are set once the run's allocation and all of its lines are
 * known.
 */
import type { ActivityType } from '@tknest/contracts/api';
import type { LoanEvent, PayoutEvent, PayoutSource } from '@tknest/contracts/events';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import type { EntityManager } from 'typeorm';
import type { Recorded, RecordedEvent } from '#platform/event-store/event-store.js';
import { writeRows } from '#platform/projections/write-rows.js';
import { apportion } from '../../apportion.js';
import { payeeRow } from './payment-rows.js';
import { seqOf } from './row.js';

export const RUN_EVENTS = [
  'PayoutRunCreated',
  'PayoutLinesListed',
  'PayoutRunStarted',
  'RepaymentAllocated',
  'RepaymentDeposited',
  'PayoutSettled',
  'PayoutLineUnclaimed',
  'PayoutLinesReopened',
  'PayoutLineReturned',
  'UnclaimedPaid',
] as const;
export type RunFact = Extract<PayoutEvent | LoanEvent, { type: (typeof RUN_EVENTS)[number] }>;

const FEE_BATCH = 'fee';
const TYPES: Record<PayoutSource, ActivityType> = {
  payback: 'rent_share',
  direct: 'rent_share',
  autopay: 'rent_share',
  automation: 'rent_share',
  bulk: 'direct_payment',
  'by-hand': 'direct_payment',
  withdrawal: 'withdrawal',
  return: 'direct_payment',
  refund: 'refund',
  revenue: 'direct_payment',
  'fee-return': 'direct_payment',
};
const DUE_RUN = /^due-/;
const PAYBACK_RUN = /^payback-(.+)$/;

const lineRow = (runId: string, wallet: string) => `${runId}~${wallet}`;

export async function foldRun(event: Recorded<RunFact>, tx: EntityManager): Promise<void> {
  const { type, data } = event;
  const line = (runId: string, wallet: string, assignments: string, ...values: unknown[]) =>
    tx.query(`update movements set ${assignments} where id = $1`, [lineRow(runId, wallet), ...values]);
  switch (type) {
    case 'PayoutRunCreated': {
      const told = { property_id: data.propertyId, type: TYPES[data.source], fee: data.fee };
      return tell(data.runId, told, tx);
    }
    case 'PayoutRunStarted':
      return tell(data.runId, { lines: data.lines }, tx);
    case 'RepaymentAllocated': {
      const { repaymentId, propertyId, interest, principal } = data;
      if (!DUE_RUN.test(repaymentId)) return tell(`payback-${repaymentId}`, { interest, principal }, tx);
      const collected = { collected_on: event.metadata.businessDate, collected_seq: seqOf(event, 'out') };
      return tell(repaymentId, { property_id: propertyId, interest, principal, ...collected }, tx);
    }
    case 'RepaymentDeposited':
      return void (await tx.query(
        `update movements set type = 'deposit' where payment_id = $1 and tx_hash = $2 and type = 'repayment'`,
        [data.paymentId, data.hash],
      ));
    case 'PayoutLinesListed':
      return data.batch === FEE_BATCH ? undefined : listed(data, event, tx);
    case 'PayoutSettled':
      return settled(data.payoutId, data, event, tx);
    case 'UnclaimedPaid':
      return settled(data.runId, data, event, tx);
    case 'PayoutLineUnclaimed':
      if (data.batch === FEE_BATCH) return;
      return void (await line(
        data.runId,
        data.wallet,
        `status = 'pending', unclaimed_on = coalesce(unclaimed_on, $2)`,
        event.metadata.businessDate,
      ));
    case 'PayoutLinesReopened':
      for (const wallet of data.wallets) await line(data.runId, wallet, `status = 'processing'`);
      return;
    case 'PayoutLineReturned':
      return void (await line(data.runId, data.wallet, `status = 'failed', unclaimed_on = null`));
  }
}

/** Stores what an event says about a run; the events of its commit may come in any order. */
async function tell(runId: string, told: Record<string, unknown>, tx: EntityManager): Promise<void> {
  const columns = Object.keys(told);
  const places = columns.map((_, index) => `$${index + 2}`).join(', ');
  const changes = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  await tx.query(
    `insert into movement_runs (run_id, listed, ${columns.join(', ')}) values ($1, 0, ${places})
     on conflict (run_id) do update set ${changes}`,
    [runId, ...Object.values(told)],
  );
  await divide(runId, tx);
}

async function listed(
  { runId, lines }: { runId: string; lines: readonly object[] },
  event: RecordedEvent,
  tx: EntityManager,
): Promise<void> {
  await tx.query(
    `insert into movements (id, wallet, seq, at, date, type, direction, status, property_id, amount, tokens, run_id)
     select r.run_id || '~' || l.wallet, l.wallet, $3, $4, $5, r.type, 'in', 'processing', r.property_id, l.amount, l.tokens, r.run_id
     from movement_runs r, jsonb_to_recordset($2::jsonb) as l (wallet text, tokens integer, amount numeric)
     where r.run_id = $1 and not exists (select from movement_accounts a where a.address = l.wallet)`,
    [runId, JSON.stringify(lines), seqOf(event, 'in'), event.at, event.metadata.businessDate],
  );
  await tx.query('update movement_runs set listed = listed + $2 where run_id = $1', [runId, lines.length]);
  await divide(runId, tx);
}

/** Sets the parts of each line of a rent run once everything about the run is known. */
async function divide(runId: string, tx: EntityManager): Promise<void> {
  const [run]: { fee: string; interest: string; principal: string }[] = await tx.query(
    `select fee, interest, principal from movement_runs
     where run_id = $1 and type = 'rent_share' and interest is not null and listed = lines`,
    [runId],
  );
  if (!run) return;
  const lines: { wallet: string; tokens: string | null; amount: string }[] = await tx.query(
    'select wallet, tokens, amount from movements where run_id = $1 order by wallet',
    [runId],
  );
  const parts = apportion(
    { interest: parseRlusd(run.interest), principal: parseRlusd(run.principal), fee: parseRlusd(run.fee) },
    lines.map(({ wallet, tokens, amount }) => ({
      wallet,
      tokens: tokens === null ? null : Number(tokens),
      amount: parseRlusd(amount),
    })),
  );
  const told = [...parts].map(([wallet, { interest, principal, fee }]) => ({
    id: lineRow(runId, wallet),
    interest: toDecimal(interest),
    principal: toDecimal(principal),
    fee: toDecimal(fee),
  }));
  await writeRows(
    tx,
    `update movements m set interest = p.interest, principal = p.principal, fee = p.fee
     from jsonb_to_recordset($1) as p (id text, interest numeric, principal numeric, fee numeric) where m.id = p.id`,
    told,
  );
}

/**
 * A validated ledger shows that a line was paid. A line that had been unclaimed counts in the period in which it is
 * paid.
 */
async function settled(
  runId: string,
  { wallet, amount, hash, ledgerIndex }: { wallet: string; amount: string; hash: string; ledgerIndex: number },
  event: RecordedEvent,
  tx: EntityManager,
): Promise<void> {
  await tx.query(
    `update movements set status = 'completed', settled_seq = $2, seq = case when unclaimed_on is null then seq else $2 end,
       at = $3, date = $6, tx_hash = $4, ledger_index = $5, receipt = id where id = $1`,
    [lineRow(runId, wallet), seqOf(event, 'in'), event.at, hash, ledgerIndex, event.metadata.businessDate],
  );
  const paymentId = PAYBACK_RUN.exec(runId)?.[1];
  if (paymentId) await paidDirectly(paymentId, { line: lineRow(runId, wallet), amount, hash }, tx);
}

/**
 * The landlord's direct payment to the only holder settled the line: what the holder received is counted once, in the
 * period in which it was paid. The fee may have been signed later.
 */
async function paidDirectly(
  paymentId: string,
  { line, amount, hash }: { line: string; amount: string; hash: string },
  tx: EntityManager,
): Promise<void> {
  const [rows]: [{ counterparty: string; at: string; date: string; settled_seq: string }[]] = await tx.query(
    `update movements set amount = amount - $3::numeric where id = $1 and tx_hash = $2
     returning counterparty, at, date, settled_seq`,
    [payeeRow(paymentId), hash, amount],
  );
  const [row] = rows;
  if (!row) return;
  const { counterparty, at, date, settled_seq: settledSeq } = row;
  await tx.query('update movements set counterparty = $2, at = $3, settled_seq = $4, date = $5 where id = $1', [
    line,
    counterparty,
    at,
    settledSeq,
    date,
  ]);
  await tx.query('delete from movements where id = $1 and amount = 0', [payeeRow(paymentId)]);
}
