import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RevenueView, RevenueWithdrawal } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#platform/config/config.js';
import { load } from '#platform/event-store/folding.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { feesFold } from '../../escrow/escrow.decider.js';
import { withdrawable } from '../../escrow/fees.decider.js';
import { Payout } from '../../read-models/payouts/payout.entities.js';
import { batchFold } from '../../runs/batch.state.js';
import { runFold } from '../../runs/run.state.js';
import { PAYOUT_PORTS, type PayoutPorts } from '../../transactions/ports.js';

/** How many withdrawals are shown. */
const SHOWN_MAX = 100;

/** The platform's fees: what can be withdrawn, why not the rest, and what was withdrawn. */
export class ShowRevenue extends Query<RevenueView> {}

@QueryHandler(ShowRevenue)
export class ShowRevenueHandler implements IQueryHandler<ShowRevenue> {
  constructor(
    @Inject(PAYOUT_PORTS) private readonly ports: PayoutPorts,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'revenue'>,
  ) {}

  async execute(): Promise<RevenueView> {
    const { address, tag, waitMs } = this.config.revenue;
    const where = { source: 'revenue' as const };
    const runs = await this.db.getRepository(Payout).find({ where, order: { seq: 'DESC' }, take: SHOWN_MAX });
    const withdrawals = (await Promise.all(runs.map(({ id }) => this.withdrawal(id)))).flat();
    // After the withdrawals, so that what is shown as paid has left the figures.
    const of = withdrawable((await load(this.ports.store, feesFold)).state);
    return {
      onLedger: await this.onLedger(),
      booked: toNumber(of.booked),
      withdrawable: toNumber(of.withdrawable),
      mayBeOwedBack: toNumber(of.mayBeOwedBack),
      suspense: toNumber(of.suspense),
      underWay: toNumber(of.underWay),
      loss: toNumber(of.loss),
      address,
      tag,
      waitSeconds: waitMs / 1_000,
      withdrawals,
    };
  }

  /** As its own streams say. */
  private async withdrawal(id: string): Promise<RevenueWithdrawal[]> {
    const { state: run } = await load(this.ports.store, runFold(id));
    const { state: batch } = await load(this.ports.store, batchFold(id, '0'));
    return [...batch.lines.values()].map(({ wallet, tag = null, amount, state, attempt, returned }) => ({
      id,
      amount: toNumber(amount),
      address: wallet,
      tag,
      status: state,
      notBefore: run.notBefore?.toISOString() ?? null,
      cancelable: state === 'waiting',
      txHash: state === 'settled' ? (attempt?.hash ?? null) : null,
      reason: returned ?? null,
    }));
  }

  private async onLedger(): Promise<number | null> {
    const { ledger, accounts, settings } = this.ports;
    try {
      const line = await ledger.line(await accounts.address('feeWallet'), settings.rlusdIssuer, CURRENCY.rlusd);
      return line ? Number(line.balance) : 0;
    } catch (error) {
      if (error instanceof LedgerUnavailable) return null;
      throw error;
    }
  }
}
