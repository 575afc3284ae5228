import { Inject, Injectable } from '@nestjs/common';
import {
  receiptPath,
  type ActivityQuery,
  type ActivityType,
  type ActivityView,
  type TransactionEnding,
} from '@tknest/contracts/api';
import { parseRlusd, toDecimal, type Day } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import type { Movement } from '../../read-models/movements/movement.entities.js';

export interface MovementRow {
  id: string;
  seq: string;
  at: string;
  date: Day;
  type: Movement['type'];
  direction: Movement['direction'];
  status: Movement['status'];
  counterparty: string | null;
  property_id: number | null;
  property_name: string | null;
  amount: string | null;
  fee: string | null;
  tokens: string | null;
  tx_hash: string | null;
  payment_id: string | null;
  receipt: string | null;
}

const SEES_ALL: ReadonlySet<string> = new Set(['admin', 'auditor']);

/**
 * The wallet whose movements are shown: the caller's own, or the one that an admin or auditor names. @throws Refused
 */
export function walletOf({ wallet, role }: Session, asked: string | undefined): string {
  if (!asked || asked === wallet) return wallet;
  if (!SEES_ALL.has(role)) throw new Refused('forbidden', 'Only admins and auditors can see another wallet');
  return asked;
}

export interface MovementFilter {
  wallet: string;
  /** Whether the buyers of other people's purchases are shown in full. */
  unmasked: boolean;
  /** Days of the business calendar, both inclusive, or times of records; `to` excludes a time. Empty means no limit. */
  from: string;
  to: string;
  type: string;
  status: string;
  q: string;
}

/** A time with milliseconds, as in the rows; a day is left as it is. */
const comparable = (dayOrMoment: string) =>
  dayOrMoment.includes('T') ? new Date(dayOrMoment).toISOString() : dayOrMoment;

/** The request's filters and the wallet that it concerns. @throws Refused */
export const filterOf = (session: Session, asked: ActivityQuery): MovementFilter => ({
  wallet: walletOf(session, asked.wallet),
  unmasked: SEES_ALL.has(session.role),
  from: comparable(asked.from ?? ''),
  to: comparable(asked.to ?? ''),
  type: asked.type ?? '',
  status: asked.status ?? '',
  q: (asked.q ?? '').trim().toLowerCase(),
});

/** Rows of one wallet, newest first. */
@Injectable()
export class Movements {
  constructor(@Inject(DataSource) private readonly db: DataSource) {}

  /** @param before only rows with a smaller number */
  page({ wallet, unmasked, ...asked }: MovementFilter, before: string, limit: number): Promise<MovementRow[]> {
    const { from, to, type, status, q } = asked;
    // A search does not match the hidden characters of a masked wallet.
    return this.db.query(
      `select m.id, m.seq, m.at, m.date, m.type, m.direction, m.status, m.counterparty, m.property_id, p.name as property_name,
         m.amount, m.fee, m.tokens, m.tx_hash, m.payment_id, m.receipt
       from movements m left join movement_properties p using (property_id)
       where m.wallet = $1 and m.seq < $2
         and ($4 = '' or case when $4 like '%T%' then m.at >= $4 else m.date >= $4 end)
         and ($5 = '' or case when $5 like '%T%' then m.at < $5 else m.date <= $5 end)
         and ($6 = '' or m.type = $6) and ($7 = '' or ${STATUS} = $7)
         and ($8 = '' or position($8 in lower(concat_ws(E'\\n', p.name, m.tx_hash, m.id, replace(m.type, '_', ' '),
           case when $9 or not (${MASKED}) then m.counterparty end))) > 0)
       order by m.seq desc limit $3`,
      [wallet, before, limit, from, to, type, status, q, unmasked],
    );
  }
}

const ENDINGS: readonly string[] = ['cancelled', 'declined', 'expired'] satisfies TransactionEnding[];
/** What callers see as the status, in SQL, for a row `m`. */
const STATUS = `case when m.status in ('${ENDINGS.join("', '")}') then 'failed' else m.status end`;
const isEnding = (status: string): status is TransactionEnding => ENDINGS.includes(status);

/** `isMasked` in SQL, for a row `m`. */
const MASKED = `(m.type = 'purchase' and m.direction = 'in') or (m.type = 'refund' and m.direction = 'out')`;

const money = (decimal: string | null) => decimal && toDecimal(parseRlusd(decimal));

export const viewOf = (row: MovementRow, unmasked: boolean): ActivityView => ({
  id: row.id,
  type: row.type,
  date: row.date,
  at: row.at,
  direction: row.direction,
  counterparty: row.counterparty && !unmasked && isMasked(row) ? maskedWallet(row.counterparty) : row.counterparty,
  property: row.property_id === null ? null : { id: row.property_id, name: row.property_name },
  amount: money(row.amount),
  fee: money(row.fee),
  tokens: row.tokens === null ? null : Number(row.tokens),
  status: isEnding(row.status) ? 'failed' : row.status,
  ...(isEnding(row.status) && { ending: row.status }),
  txHash: row.tx_hash,
  paymentId: row.payment_id,
  receipt: row.receipt && receiptPath(row.receipt),
});

const SHOWN = 4;

/** `rPT1…bpAY`: enough to tell two wallets apart. */
export const maskedWallet = (wallet: string): string => `${wallet.slice(0, SHOWN)}…${wallet.slice(-SHOWN)}`;

/**
 * Whether the counterparty is a buyer, as a landlord sees it in a purchase or its refund. Landlords don't learn who the
 * buyer is, only that it is one person.
 */
export const isMasked = ({ type, direction }: { type: ActivityType; direction: 'in' | 'out' }): boolean =>
  (type === 'purchase' && direction === 'in') || (type === 'refund' && direction === 'out');
