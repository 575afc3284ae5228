import type { PayoutLineView, PayoutView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { isOffice, type Session } from '#platform/sessions/session.js';
import type { Payout } from '../../read-models/payouts/payout.entities.js';

/** A row of the runs table. */
export type PayoutRow = Record<string, any>;

/** Who may see a run `p`: the office, the holders in it, and the property's landlord. Parameters: office, wallet. */
export const VISIBLE = `($1 or exists (select from payout_lines l where l.run_id = p.id and l.wallet = $2)
  or exists (select from property_names n where n.property_id = p.property_id and n.owner = $2))`;

/** A run `p` with its property's name, the amount that arrived, and the viewer's own line. Parameters as above. */
export const RUN = `p.*,
  (select n.name from property_names n where n.property_id = p.property_id) as property_name,
  (select coalesce(sum(l.amount), 0) from payout_lines l where l.run_id = p.id and l.status = 'settled') as paid,
  (select row_to_json(l) from payout_lines l where l.run_id = p.id and l.wallet = $2) as own`;

export const viewer = (session: Session): [boolean, string] => [isOffice(session), session.wallet];

/** Reasons that only the office is told. */
export const UNDER_REVIEW = new Set(['compliance', 'held']);

/** Why a line is not paid. Only the office is told of a check: a holder with an undecided hit must not learn of it. */
export const toldReason = (reason: string, session: Session): string =>
  UNDER_REVIEW.has(reason) && !isOffice(session) ? 'under-review' : reason;

/** A row of the lines table, with its amount as text or number, as the office or others see it. */
export const lineView = (row: PayoutRow, session: Session): PayoutLineView => ({
  wallet: row.wallet,
  tokens: row.tokens,
  amount: toNumber(parseRlusd(row.amount)),
  status: row.status,
  txHash: row.tx_hash,
  reason: row.reason && toldReason(row.reason, session),
});

export const payoutView = (row: PayoutRow, session: Session): PayoutView => ({
  id: row.id,
  propertyId: row.property_id,
  propertyName: row.property_name,
  source: row.source === 'direct' ? 'payback' : (row.source as Exclude<Payout['source'], 'direct'>),
  period: row.period,
  date: row.date,
  recordPosition: row.record_position,
  amount: toNumber(parseRlusd(row.amount)),
  fee: toNumber(parseRlusd(row.fee)),
  lines: row.lines,
  settled: row.settled,
  paid: toNumber(parseRlusd(row.paid)),
  own: row.own && { ...lineView(row.own, session), date: row.own.date },
  unclaimed: row.unclaimed,
  status: row.status,
  pausedFor: row.paused_for,
});
