/** Orders and cancels a withdrawal of revenue. Pure. */
import type { EscrowEvent, PayoutLineEvent, PayoutRunEvent } from '@tknest/contracts/events';
import { exactOf, toDecimal } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { evolveBatch, type BatchState } from '../runs/batch.state.js';
import { noSuchRun } from '../runs/run.control.js';
import { fundPayees, type RunOrder } from '../runs/run.decider.js';
import type { RunState } from '../runs/run.state.js';
import { doneOf } from '../transactions/record.js';
import { post, type EscrowState } from './escrow.decider.js';
import { mustBeWithdrawable } from './fees.decider.js';

/** The money of a withdrawal leaves revenue, to be paid later. @throws Refused if less can be withdrawn */
export function withdrawRevenue(
  order: Pick<RunOrder, 'runId' | 'date' | 'amount' | 'notBefore'>,
  payee: { wallet: string; tag: number | null },
  states: { run: RunState; escrow: EscrowState },
): ReturnType<typeof fundPayees> {
  const { amount, date } = order;
  mustBeWithdrawable(amount, states.escrow);
  const run = { ...order, propertyId: null, source: 'revenue', period: date, recordPosition: null, fee: 0n } as const;
  const { wallet, tag } = payee;
  return fundPayees(run, 'fees', [{ wallet, amount, ...(tag !== null && { tag }) }], states);
}

/** Its money is revenue again. @throws Refused if there is no such withdrawal, or it is being paid or over */
export function cancelRevenue({ run, lines, escrow }: { run: RunState; lines: BatchState; escrow: EscrowState }): {
  run: PayoutRunEvent[];
  lines: PayoutLineEvent[];
  escrow: EscrowEvent[];
} {
  if (!run.exists || run.source !== 'revenue') throw noSuchRun();
  const line = [...lines.lines.values()].find(({ state }) => state === 'waiting');
  if (!line) throw new Refused('conflict', 'This withdrawal is being paid, or is over. Nothing was changed.');
  const { wallet, amount } = line;
  const data = { runId: run.runId, batch: lines.batch, wallet, amount: toDecimal(amount), reason: 'canceled' };
  const returned: PayoutLineEvent = { type: 'PayoutLineReturned', data };
  const entries = [
    { account: `run/${run.runId}` as const, amount: -exactOf(amount) },
    { account: 'fees' as const, amount: exactOf(amount) },
  ];
  return {
    run: doneOf(evolveBatch(lines, returned)),
    lines: [returned],
    escrow: [post({ postingId: `canceled/${run.runId}`, kind: 'returned', entries }, escrow)],
  };
}
