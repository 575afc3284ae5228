import type { StatementHolding } from '@tknest/contracts/api';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import type { EntityManager } from 'typeorm';
import { START } from '../../../../platform/event-store/event-store.js';
import type { StatementMovement } from '@tknest/contracts/api';
import { movementsProjection } from '../../../activity/module.public.js';
import type { Period } from '../../arithmetic/period.js';

/** A settled movement of RLUSD. */
export interface SettledRow {
  id: string;
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
  /** A refund of tokens: nobody buys into the own property, so what comes back there to its owner was a repayment. */
  for_tokens: boolean;
}

const SETTLED = 'm.wallet = $1 and m.settled_seq is not null and m.amount is not null';

/** What moved in a period, oldest first. */
export const settledIn = ({ from, end }: Period, wallet: string, tx: EntityManager): Promise<SettledRow[]> =>
  tx.query(
    `select m.id, m.at, m.type, m.direction, m.counterparty, m.property_id, p.name as property_name, m.amount,
       case when m.type = 'rent_share' then m.fee end as fee, m.interest, m.principal, m.tokens, m.tx_hash, m.ledger_index,
       m.receipt, m.type = 'refund' and p.owner is distinct from m.wallet and m.property_id is not null as for_tokens
     from movements m left join movement_properties p using (property_id)
     where ${SETTLED} and m.at >= $2 and m.at < $3 order by m.settled_seq, m.id`,
    [wallet, from, end],
  );

/** The net of everything before a period. */
export async function openingOf({ from }: Period, wallet: string, tx: EntityManager): Promise<bigint> {
  const [row] = await tx.query(
    `select coalesce(sum(case m.direction when 'in' then m.amount else -m.amount end), 0)::text as net
     from movements m where ${SETTLED} and m.at < $2`,
    [wallet, from],
  );
  return parseRlusd(row.net);
}

/** Rent shares that were owed at the end of a period, and could not be paid until then. */
export async function withheldAt({ end }: Period, wallet: string, tx: EntityManager): Promise<bigint> {
  const [row] = await tx.query(
    `select coalesce(sum(m.amount), 0)::text as due from movements m
     where m.wallet = $1 and m.type = 'rent_share' and m.unclaimed_at < $2 and (m.settled_seq is null or m.at >= $2)`,
    [wallet, end],
  );
  return parseRlusd(row.due);
}

/** Tokens at the end of a period, what they cost, and what of it was not paid back until then. */
export async function holdingsAt({ end }: Period, wallet: string, tx: EntityManager): Promise<StatementHolding[]> {
  const rows: { property_id: number; name: string | null; tokens: string; cost: string; returned: string }[] =
    await tx.query(
      `select h.property_id, p.name, sum(h.tokens)::text as tokens, sum(h.cost)::text as cost,
         (select coalesce(sum(m.principal), 0)::text from movements m
          where ${SETTLED} and m.property_id = h.property_id and m.type = 'rent_share' and m.at < $2) as returned
       from movement_holdings h left join movement_properties p using (property_id)
       where h.wallet = $1 and h.at < $2 group by h.property_id, p.name having sum(h.tokens) > 0 order by h.property_id`,
      [wallet, end],
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

/**
 * How far the log goes that a statement follows from: to the end of a period that has ended, so that it stays the same;
 * to where the read model stands while the period runs.
 */
export async function positionOf({ end }: Period, running: boolean, tx: EntityManager): Promise<string> {
  const [row] = running
    ? await tx.query('select position from platform.projection_checkpoints where name = $1', [movementsProjection.name])
    : await tx.query(
        'select last_position as position from log_minutes where minute < $1 order by minute desc limit 1',
        [end],
      );
  return row?.position ?? START;
}

/** The months in which something moved, newest first. */
export const monthsOf = (wallet: string, tx: EntityManager): Promise<{ month: string; movements: number }[]> =>
  tx.query(
    `select left(m.at, 7) as month, count(*)::int as movements from movements m where ${SETTLED}
     group by 1 order by 1 desc`,
    [wallet],
  );
