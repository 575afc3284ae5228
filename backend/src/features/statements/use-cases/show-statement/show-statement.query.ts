import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { receiptPath, type StatementMovement, type StatementView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, START, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { GENESIS } from '#platform/event-store/seal.js';
import type { Session } from '#platform/sessions/session.js';
import { atOneMoment } from '#platform/projections/readers.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { isMasked, maskedWallet, walletOf } from '#features/activity/module.public.js';
import {
  holdingsAt,
  lastSettled,
  movementsProjection,
  openingOf,
  settledIn,
  collectedIn,
  withheldAt,
  type SettledRow,
} from '#features/activity/readers.public.js';
import { periodOf, stateOf, type Period } from '../../arithmetic/period.js';
import { computeStatement, signed, type Moved } from '../../arithmetic/statement.js';

/** Everything that moved a wallet's RLUSD through the platform in a month or a year, with its sums. */
export class ShowStatement extends Query<StatementView> {
  constructor(
    readonly session: Session,
    readonly period: string,
    readonly wallet: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(ShowStatement)
export class ShowStatementHandler implements IQueryHandler<ShowStatement> {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly calendar: BusinessCalendar,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * @throws Refused for an invalid or future period, for a wallet that the caller may not see, and if the read models
   * are behind the log, because a statement must not leave anything out
   */
  async execute({ session, period: name, wallet: asked }: ShowStatement): Promise<StatementView> {
    const wallet = walletOf(session, asked);
    const period = periodOf(name);
    if (!period)
      throw new Refused('invalid', 'Write the period of a statement as a year or a month, like 2026 or 2026-11');
    const [today, now] = [await this.calendar.today(), this.clock.now()];
    const state = stateOf(period, today, now);
    if (state === 'future') throw new Refused('invalid', `${name} has not begun yet. Choose an earlier period.`);
    if (!(await this.readModels.waitFor(await this.store.head(), [movementsProjection.name])))
      throw new Refused('unavailable', 'Your statement is being brought up to date. Try again in a minute.');
    const running = state === 'running';
    const unmasked = wallet !== session.wallet;
    const { position, ...read } = await atOneMoment(this.db, [movementsProjection], (tx) =>
      readAll(period, running, wallet, tx),
    );
    const seal = await this.sealAt(position);
    // The wall clock can be in the period before the calendar is.
    const soFar = { to: today < period.from ? period.from : today, at: now.toISOString() };
    return {
      ...viewOf(period, wallet, running, read, unmasked),
      ...(running ? { soFar } : {}),
      log: { position, seal },
    };
  }

  private async sealAt(position: string): Promise<string> {
    if (position === START) return GENESIS.toString('hex');
    const { events } = await this.store.readAll(toPosition(toSequence(position) - 1), { limit: 1 });
    return events[0]!.hash;
  }
}

async function readAll(period: Period, running: boolean, wallet: string, tx: EntityManager) {
  return {
    opening: await openingOf(period, wallet, tx),
    rows: await settledIn(period, wallet, tx),
    collected: await collectedIn(period, wallet, tx),
    withheld: await withheldAt(period, wallet, tx),
    holdings: await holdingsAt(period, wallet, tx),
    position: running ? await reachedBy(tx) : ((await lastSettled(period, tx)) ?? START),
  };
}

/**
 * The log position that a running period's statement covers: the read model's. That of an ended period covers it
 * completely and names the last movement in it, so it stays the same.
 */
async function reachedBy(tx: EntityManager): Promise<Position> {
  const [row] = await tx.query('select position from platform.projection_checkpoints where name = $1', [
    movementsProjection.name,
  ]);
  return row?.position ?? START;
}

type Read = Omit<Awaited<ReturnType<typeof readAll>>, 'position'>;

function viewOf(
  { name, from, to }: Period,
  wallet: string,
  running: boolean,
  { opening, rows, collected, withheld, holdings }: Read,
  unmasked: boolean,
): Omit<StatementView, 'log'> {
  const moved = rows.map(movedOf);
  const { closing, balances, totals, rentReceived } = computeStatement(opening, moved);
  return {
    period: name,
    wallet,
    from,
    to,
    running,
    opening: toDecimal(opening),
    closing: toDecimal(closing),
    totals: {
      bought: toDecimal(totals.bought),
      sold: toDecimal(totals.sold),
      repaid: toDecimal(totals.repaid),
      interest: toDecimal(totals.interest),
      principal: toDecimal(totals.principal),
      fees: toDecimal(totals.fees),
      deposited: toDecimal(totals.deposited),
      collected: toDecimal(collected),
      withheld: toDecimal(withheld),
    },
    rentReceived: toDecimal(rentReceived),
    movements: rows.map((row, index) => movementOf(row, moved[index]!, balances[index]!, unmasked)),
    holdings,
  };
}

const movedOf = ({ type, direction, refunds, amount, interest, principal, fee }: SettledRow): Moved => ({
  type,
  direction,
  refunds,
  amount: parseRlusd(amount),
  parts:
    interest === null || principal === null
      ? null
      : { interest: parseRlusd(interest), principal: parseRlusd(principal), fee: parseRlusd(fee ?? '0') },
});

const movementOf = (row: SettledRow, moved: Moved, balance: Micro, unmasked: boolean): StatementMovement => ({
  id: row.id,
  date: row.date,
  at: row.at,
  type: row.type,
  counterparty: row.counterparty && !unmasked && isMasked(row) ? maskedWallet(row.counterparty) : row.counterparty,
  property: row.property_id === null ? null : { id: row.property_id, name: row.property_name },
  tokens: row.tokens === null ? null : Number(row.tokens),
  amount: toDecimal(signed(moved)),
  balance: toDecimal(balance),
  interest: moved.parts && toDecimal(moved.parts.interest),
  principal: moved.parts && toDecimal(moved.parts.principal),
  fee: moved.parts && toDecimal(moved.parts.fee),
  txHash: row.tx_hash,
  ledgerIndex: Number(row.ledger_index),
  receipt: row.receipt && receiptPath(row.receipt),
});
