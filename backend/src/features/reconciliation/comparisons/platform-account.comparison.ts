import type { Leg, PlatformAccountName } from '@tknest/contracts/events';
import type { CommandBus } from '@nestjs/cqrs';
import { senderOf } from '#platform/ledger/sender.js';
import { AcceptFromLedger } from '#features/payments/module.public.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import {
  judgeAccountTransaction,
  judgeTold,
  tokenMoves,
  xrpArrived,
  type Journaled,
} from '../judge/account-transaction.js';
import type { LedgerTransaction } from '../judge/verdict.js';
import type { Findings } from '../findings.js';
import type { LedgerReader } from '../ledger-reader.js';
import type { LogReader } from '../log-reader.js';
import type { JournaledHash } from '../readers.public.js';
import { HAND_STEPS, isHand } from '../settling.js';
import { Tally, type LedgerComparison, type Outcome } from './comparison.js';

/** Transactions looked up in the log at once. */
const BATCH = 200;
/** A younger transaction may not have been concluded yet; about an hour. */
const CONCLUDED_WITHIN_LEDGERS = 1_000;

/** Compares every transaction that affected one of the platform's own accounts. */
export class PlatformAccountComparison implements LedgerComparison {
  constructor(
    readonly name: PlatformAccountName,
    private readonly accounts: PlatformAccounts,
    private readonly ledger: LedgerReader,
    private readonly log: LogReader,
    private readonly findings: Findings,
    private readonly commands: CommandBus,
    private readonly funders: ReadonlySet<string>,
  ) {}

  async compare(from: number, to: number): Promise<Outcome> {
    const address = await this.accounts.address(this.name);
    const oldUntil = (await this.ledger.newest()) - CONCLUDED_WITHIN_LEDGERS;
    const tally = new Tally();
    let batch: LedgerTransaction[] = [];
    for await (const transaction of this.ledger.transactions(address, from, to)) {
      if (batch.push(transaction) < BATCH) continue;
      await this.judge(address, batch, oldUntil, tally);
      batch = [];
    }
    await this.judge(address, batch, oldUntil, tally);
    return tally;
  }

  private async judge(
    address: string,
    batch: readonly LedgerTransaction[],
    oldUntil: number,
    tally: Tally,
  ): Promise<void> {
    const hashes = batch.map(({ hash }) => hash);
    const known = await this.log.journaled(hashes);
    const told = await this.log.moved(hashes, this.name === 'payoutEscrow');
    const booked = this.name === 'feeWallet' ? await this.log.feesBooked() : null;
    for (const transaction of batch) {
      const { hash, ledgerIndex } = transaction;
      const isOld = ledgerIndex <= oldUntil;
      const feeOf = booked?.pending.get(hash);
      const isBooked = booked !== null && ledgerIndex <= booked.to && (feeOf === undefined || isOld);
      const account = { name: this.name, address, funders: this.funders, isBooked };
      // A payment that has not found a fee by then will not: the payer can send a marked fee a second time.
      const journaled = await this.journaled(known.get(hash) ?? (isOld ? feeRow(feeOf) : undefined));
      const judged = judgeAccountTransaction(account, transaction, journaled);
      const isTold = told.has(hash);
      const verdict = isTold ? judged : judgeTold(judged, account, transaction, journaled, isOld);
      tally.count(verdict.is === 'extra-fee' ? 'finding' : verdict.is, ledgerIndex);
      if (verdict.is === 'extra-fee') {
        await this.commands.execute(new AcceptFromLedger('extra-fee', verdict.paymentId, hash, ledgerIndex));
      } else if (verdict.is === 'finding') {
        const moves = [...tokenMoves(transaction.meta, address), ...xrpArrived(account, transaction)];
        if (!isTold && moves.length > 0) tally.unexplained.push({ hash, ledgerIndex, moves });
        // A transaction of the account itself that the log does not know: the account signs nothing until that is
        // answered.
        if (transaction.tx.Account === address && known.get(hash) === undefined)
          this.accounts.gate(this.name).shut(`${hash} is not in the log`);
        await this.findings.report(verdict.finding, {
          subject: hash,
          txHash: hash,
          wallet: senderOf(transaction).wallet,
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
    if (row.paymentId === null) return { leg: null };
    const known = await this.log.payment(row.paymentId);
    return known ? { leg: row.leg as Leg, payment: known.payment } : undefined;
  }
}

/** A fee that the books tell by its mark, like one that was journaled. */
const feeRow = (paymentId: string | undefined): JournaledHash | undefined =>
  paymentId === undefined ? undefined : { paymentId, leg: 'platform' };
