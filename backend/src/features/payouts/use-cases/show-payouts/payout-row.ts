import type { PayoutView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { isOffice, type Session } from '../../../../platform/http/access.js';
import type { Payout } from '../../read-models/payouts/payout.entities.js';

/** A run as the table holds it. */
export type PayoutRow = Record<string, any>;

/** Who may see a run `p`: the office, who holds a line of it, and its property's owner. Parameters: office, wallet. */
export const VISIBLE = `($1 or exists (select from payout_lines l where l.run_id = p.id and l.wallet = $2)
  or exists (select from property_names n where n.property_id = p.property_id and n.owner = $2))`;

export const viewer = (session: Session): [boolean, string] => [isOffice(session), session.wallet];

export const payoutView = (row: PayoutRow): PayoutView => ({
  id: row.id,
  propertyId: row.property_id,
  source: row.source === 'direct' ? 'payback' : (row.source as Exclude<Payout['source'], 'direct'>),
  period: row.period,
  date: row.date,
  recordPosition: row.record_position,
  amount: toNumber(parseRlusd(row.amount)),
  fee: toNumber(parseRlusd(row.fee)),
  lines: row.lines,
  settled: row.settled,
  unclaimed: row.unclaimed,
  status: row.status,
  pausedFor: row.paused_for,
});
