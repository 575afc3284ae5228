import type { Leg, PlatformAccountName } from '@tknest/contracts/events';
import type { CommandBus } from '@nestjs/cqrs';
import { AcceptFromLedger } from '#features/payments/module.public.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { judgeAccountTransaction, type Journaled } from '../judge/account-transaction.js';
import type { LedgerTransaction } from '../judge/verdict.js';
import type { Findings } from '../findings.js';
import type { LedgerReader } from '../ledger-reader.js';
import type { LogReader } from '../log-reader.js';
import type { JournaledHash } from '../readers.public.js';
import { HAND_STEPS, isHand } from '../settling.js';
import { Tally, type LedgerComparison, type Outcome } from './comparison.js';

/** Transactions looked up in the log at once. */
const BATCH = 200;

/** Compares every transaction that affected one of the platform's own accounts. */
export class PlatformAccountComparison implements LedgerComparison {
  constructor(
    readonly name: PlatformAccountName,
    private readonly accounts: PlatformAccounts,
    private readonly ledger: LedgerReader,
    private readonly log: LogReader,
    private readonly findings: Findings,
    private readonly commands: CommandBus,
  ) {}

  async compare(from: number, to: number): Promise<Outcome> {
    const address = await this.accounts.address(this.name);
    const tally = new Tally();
    let batch: LedgerTransaction[] = [];
    for await (const transaction of this.ledger.transactions(address, from, to)) {
      if (batch.push(transaction) < BATCH) continue;
      await this.judge(address, batch, tally);
      batch = [];
    }
    await this.judge(address, batch, tally);
    return tally;
  }

  private async judge(address: string, batch: readonly LedgerTransaction[], tally: Tally): Promise<void> {
    const known = await this.log.journaled(batch.map(({ hash }) => hash));
    for (const transaction of batch) {
      const verdict = judgeAccountTransaction(
        { name: this.name, address },
        transaction,
        await this.journaled(known.get(transaction.hash)),
      );
      tally.count(verdict.is === 'extra-fee' ? 'finding' : verdict.is, transaction.ledgerIndex);
      if (verdict.is === 'extra-fee') {
        const { hash, ledgerIndex } = transaction;
        await this.commands.execute(new AcceptFromLedger('extra-fee', verdict.paymentId, hash, ledgerIndex));
      } else if (verdict.is === 'finding') {
        // A transaction of the account itself that the log does not know: the account signs nothing until that is
        // answered.
        if (transaction.tx.Account === address && known.get(transaction.hash) === undefined)
          this.accounts.gate(this.name).shut(`${transaction.hash} is not in the log`);
        await this.findings.report(verdict.finding, {
          subject: transaction.hash,
          txHash: transaction.hash,
          wallet: transaction.tx.Account,
        });
      }
    }
  }

  private async journaled(row: JournaledHash | undefined): Promise<Journaled | undefined> {
    if (!row) return undefined;
    if (row.paymentId !== null && isHand(row.leg))
      return { step: HAND_STEPS[row.leg], issuance: await this.log.issuanceByHand(row.paymentId) };
    if (row.paymentId !== null && row.leg === 'redemption')
      return { redemption: await this.log.redemption(row.paymentId) };
    return row.paymentId === null
      ? { leg: null }
      : { leg: row.leg as Leg, payment: (await this.log.payment(row.paymentId)).payment };
  }
}
