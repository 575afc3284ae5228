import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { EscrowView } from '@tknest/contracts/api';
import { exactText, type Exact } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { load } from '#platform/event-store/folding.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { escrowFold } from '../../escrow/escrow.decider.js';
import { type PayoutPorts, PAYOUT_PORTS } from '../../transactions/ports.js';

/** The escrow's books, and its balance on the ledger. */
export class ShowEscrow extends Query<EscrowView> {}

const number = (exact: Exact) => Number(exactText(exact));

@QueryHandler(ShowEscrow)
export class ShowEscrowHandler implements IQueryHandler<ShowEscrow> {
  constructor(@Inject(PAYOUT_PORTS) private readonly ports: PayoutPorts) {}

  async execute(): Promise<EscrowView> {
    const { state } = await load(this.ports.store, escrowFold);
    const accounts = [...state.balances].filter(([name]) => name !== 'ledger');
    return {
      ledgerBalance: number(-(state.balances.get('ledger') ?? 0n)),
      accounts: accounts.map(([name, balance]) => ({ name, balance: number(balance) })),
      onLedger: await this.onLedger(),
    };
  }

  private async onLedger(): Promise<number | null> {
    const { ledger, accounts, settings } = this.ports;
    try {
      const line = await ledger.line(await accounts.address('payoutEscrow'), settings.rlusdIssuer, CURRENCY.rlusd);
      return line ? Number(line.balance) : 0;
    } catch (error) {
      if (error instanceof LedgerUnavailable) return null;
      throw error;
    }
  }
}
