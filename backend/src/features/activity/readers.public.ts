/** Movements for other features: rows of statements, and interest and principal of rent shares. */
import type { StatementHolding, StatementMovement } from '@tknest/contracts/api';
import { parseRlusd, toDecimal, type Day, type Micro } from '@tknest/contracts/money';
import type { Position } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { Reads } from '#platform/projections/readers.js';

export { movementsProjection } from './read-models/movements/movements.projection.js';

/** A settled movement of RLUSD. */
export interface SettledRow {
  id: string;
  date: Day;
  at: string;
  type: StatementMovement['type'];
  direction: 'in' | 'out';
  counterparty: string | null;
  property_id: number | null;
  property_name: string | null;
  amount: string;
  fee: string | null;
  interest: string | null;
  principal: string | null;
  tokens: string | null;
  tx_hash: string;
  ledger_index: string;
  receipt: string | null;
  /**
   * What a refund takes back. One to the landlord of the property, who cannot buy its tokens, takes back a repayment.
   * Null for other movements, and for a refunded payment that is of no property.
   */
  refunds: 'purchase' | 'repayment' | null;
}

/** Days of the business calendar, both inclusive. */
interface Span {
  from: Day;
  to: Day;
}

const SETTLED = 'm.wallet = $1 and m.settled_seq is not null and m.amount is not null';

/** Settled movements in a period, oldest first. */
export const settledIn = ({ from, to }: Span, wallet: string, db: Reads): Promise<SettledRow[]> =>
  db.query(
    `select m.id, m.date, m.at, m.type, m.direction, m.counterparty, m.property_id, p.name as property_name, m.amount,
       case when m.type = 'rent_share' then m.fee end as fee, m.interest, m.principal, m.tokens, m.tx_hash, m.ledger_index,
       m.receipt, case when m.type = 'refund' and m.property_id is not null then
         case when (m.direction = 'in') = (p.owner is not distinct from m.wallet) then 'repayment' else 'purchase' end
       end as refunds
     from movements m left join movement_properties p using (property_id)
     where ${SETTLED} and m.date >= $2 and m.date <= $3 order by m.date, m.settled_seq, m.id`,
    [wallet, from, to],
  );

/** The log's position of anybody's last movement or collection up to the end of a period; null if there is none. */
export async function lastSettled({ to }: Span, db: Reads): Promise<Position | null> {
  const [row] = await db.query<{ sequence: number | null }[]>(
    `select (greatest(
       (select settled_seq from movements where settled_seq is not null and date <= $1
        order by date desc, settled_seq desc limit 1),
       (select max(collected_seq) from movement_runs where collected_on <= $1)) / 2)::float8 as sequence`,
    [to],
  );
  return row?.sequence == null ? null : toPosition(row.sequence);
}

/** What was collected from a landlord's deposits in a period: it left the wallet when it was deposited. */
export async function collectedIn({ from, to }: Span, wallet: string, db: Reads): Promise<bigint> {
  const [row] = await db.query(
    `select coalesce(sum(r.interest + r.principal), 0)::text as sum
     from movement_runs r join movement_properties p using (property_id)
     where p.owner = $1 and r.collected_on >= $2 and r.collected_on <= $3`,
    [wallet, from, to],
  );
  return parseRlusd(row.sum);
}

/** Net RLUSD of all settled movements before a period. */
export async function openingOf({ from }: Span, wallet: string, db: Reads): Promise<bigint> {
  const [row] = await db.query(
    `select coalesce(sum(case m.direction when 'in' then m.amount else -m.amount end), 0)::text as net
     from movements m where ${SETTLED} and m.date < $2`,
    [wallet, from],
  );
  return parseRlusd(row.net);
}

/** Unclaimed rent shares at the end of a period. */
export async function withheldAt({ to }: Span, wallet: string, db: Reads): Promise<bigint> {
  const [row] = await db.query(
    `select coalesce(sum(m.amount), 0)::text as due from movements m
     where m.wallet = $1 and m.type = 'rent_share' and m.unclaimed_on <= $2 and (m.settled_seq is null or m.date > $2)`,
    [wallet, to],
  );
  return parseRlusd(row.due);
}

/** Tokens at the end of a period, with their cost and the principal that is still outstanding. */
export async function holdingsAt({ to }: Span, wallet: string, db: Reads): Promise<StatementHolding[]> {
  const rows: { property_id: number; name: string | null; tokens: string; cost: string; returned: string }[] =
    await db.query(
      `select h.property_id, p.name, sum(h.tokens)::text as tokens, sum(h.cost)::text as cost,
         (select coalesce(sum(m.principal), 0)::text from movements m
          where ${SETTLED} and m.property_id = h.property_id and m.type = 'rent_share' and m.date <= $2) as returned
       from movement_holdings h left join movement_properties p using (property_id)
       where h.wallet = $1 and h.date <= $2 group by h.property_id, p.name having sum(h.tokens) > 0 order by h.property_id`,
      [wallet, to],
    );
  return rows.map(({ property_id, name, tokens, cost, returned }) => {
    const outstanding = parseRlusd(cost) - parseRlusd(returned);
    return {
      property: { id: property_id, name },
      tokens: Number(tokens),
      cost: toDecimal(parseRlusd(cost)),
      outstanding: toDecimal(outstanding > 0n ? outstanding : 0n),
    };
  });
}

/** Months with settled movements, newest first. */
export const monthsOf = (wallet: string, db: Reads): Promise<{ month: string; movements: number }[]> =>
  db.query(
    `select left(m.date, 7) as month, count(*)::int as movements from movements m where ${SETTLED}
     group by 1 order by 1 desc`,
    [wallet],
  );

/** A wallet's validated platform fees by payment, less refunded fees; unpaid fees are left out. */
export async function feesPaidBy(wallet: string, db: Reads): Promise<ReadonlyMap<string, Micro>> {
  const rows = await db.query<{ payment_id: string; fees: string }[]>(
    `select payment_id, sum(case direction when 'out' then amount else -amount end)::text as fees
     from movements where wallet = $1 and type = 'fee' and payment_id is not null group by payment_id`,
    [wallet],
  );
  return new Map(rows.map(({ payment_id, fees }) => [payment_id, parseRlusd(fees)]));
}

/** Interest and principal of a wallet's lines, by payout run; runs not allocated yet are left out. */
export async function partsOfLines(
  wallet: string,
  db: Reads,
): Promise<ReadonlyMap<string, { interest: Micro; principal: Micro }>> {
  const rows = await db.query<{ run_id: string; interest: string; principal: string }[]>(
    'select run_id, interest, principal from movements where wallet = $1 and run_id is not null and interest is not null',
    [wallet],
  );
  return new Map(
    rows.map(({ run_id, interest, principal }) => [
      run_id,
      { interest: parseRlusd(interest), principal: parseRlusd(principal) },
    ]),
  );
}
