import type { CommandBus } from '@nestjs/cqrs';
import { AcceptFromLedger, RecoverPaidDebt } from '#features/payments/module.public.js';
import { readMark, type Marked, type Payment, type Seal } from '#features/payments/rules.public.js';
import { toDecimal } from '@tknest/contracts/money';
import { judgePrincipal, type PrincipalOf } from '../judge/principal.js';
import type { Finding, LedgerTransaction } from '../judge/verdict.js';
import type { Findings } from '../findings.js';
import type { LedgerReader } from '../ledger-reader.js';
import type { LogReader } from '../log-reader.js';
import { Tally, type LedgerComparison, type Outcome } from './comparison.js';

const WHAT: Record<Marked['kind'], string> = {
  property_purchase: 'purchase',
  rlusd_payment: 'payment',
  principal_payback: 'repayment',
  deposit: 'deposit',
  refund: 'refund',
  fee: 'platform fee',
};
/** Payments to the payout escrow that its books recognize. Other arrivals are booked by the property that they name. */
const AT_ESCROW: ReadonlySet<Marked['kind']> = new Set(['refund', 'principal_payback']);
/** Only the full comparison looks at payees of older payments: no signed blob is valid for that long. */
const RECENT_MS = 48 * 3_600_000;

/**
 * Compares RLUSD payments between users, which no key of the platform signs, with what was requested. A payment itself
 * watches its known hashes only until their LastLedgerSequence; this comparison finds transactions that are validated
 * later, or were never known.
 */
export class PurchasesComparison implements LedgerComparison {
  readonly name = 'purchases';
  private escrow = '';

  constructor(
    private readonly rlusdIssuer: string,
    private readonly ledger: LedgerReader,
    private readonly log: LogReader,
    private readonly findings: Findings,
    private readonly commands: CommandBus,
    private readonly now: () => Date,
    private readonly seal: Seal,
  ) {}

  async compare(from: number, to: number, everything: boolean): Promise<Outcome> {
    const tally = new Tally();
    this.escrow = await this.log.escrow();
    const payees = await this.log.payees(everything ? null : new Date(this.now().getTime() - RECENT_MS));
    for (const payee of payees) {
      for await (const transaction of this.ledger.transactions(payee, from, to)) {
        if (transaction.tx.Destination === payee) await this.judge(transaction, tally);
      }
    }
    return tally;
  }

  private async judge(transaction: LedgerTransaction, tally: Tally): Promise<void> {
    const marked = readMark(transaction, this.seal, this.rlusdIssuer);
    const mark = transaction.tx.Destination !== this.escrow || AT_ESCROW.has(marked?.kind as never) ? marked : null;
    const verdict = judgePrincipal(transaction, await this.candidates(transaction), this.rlusdIssuer, mark);
    switch (verdict.is) {
      case 'matched':
      case 'foreign':
      case 'under-way':
        return tally.count(verdict.is, transaction.ledgerIndex);
      case 'late':
        await this.accept('late-principal', verdict.payment, transaction);
        return tally.count('finding', transaction.ledgerIndex);
      case 'twice':
        await this.accept('extra-principal', verdict.payment, transaction);
        return tally.count('finding', transaction.ledgerIndex);
      case 'resembles':
        await this.report(transaction, verdict.payment);
        return tally.count('finding', transaction.ledgerIndex);
      case 'forgotten':
        await this.forgotten(transaction, verdict.mark);
        return tally.count('finding', transaction.ledgerIndex);
    }
  }

  /** The payment for which the hash was journaled, or all payments from this payer to this payee. */
  private async candidates({ hash, tx }: LedgerTransaction): Promise<PrincipalOf[]> {
    const known = (await this.log.journaled([hash])).get(hash);
    const ids = known?.paymentId ? [known.paymentId] : await this.log.paymentsBetween(tx.Account, tx.Destination);
    return (await Promise.all(ids.map((id) => this.log.payment(id)))).filter((one) => one !== null);
  }

  /** The payment's own rules decide whether tokens are issued or a refund is requested. */
  private accept(
    what: 'late-principal' | 'extra-principal',
    { paymentId }: Payment,
    { hash, ledgerIndex }: LedgerTransaction,
  ): Promise<void> {
    return this.commands.execute(new AcceptFromLedger(what, paymentId, hash, ledgerIndex));
  }

  private async forgotten({ hash, ledgerIndex }: LedgerTransaction, mark: Marked): Promise<void> {
    const { paymentId, propertyId, payer, payee, kind, tokens } = mark;
    if (kind === 'refund' || kind === 'fee' || payee === this.escrow)
      return this.commands.execute(new RecoverPaidDebt({ hash, payer, ledgerIndex }));
    const amount = toDecimal(mark.amount);
    const finding: Finding = {
      kind: 'forgotten-payment',
      summary:
        `A ${WHAT[kind]} of ${amount} RLUSD was paid that is not in the event log, which was restored from a backup. ` +
        `Count it${kind === 'property_purchase' ? ' and issue its tokens' : ''}, or record it as owed back.`,
      details: { amount, payee, tokens, ledgerIndex },
    };
    await this.findings.report(finding, { subject: hash, paymentId, propertyId, wallet: payer, txHash: hash });
  }

  private report({ hash, ledgerIndex, tx }: LedgerTransaction, payment: Payment): Promise<boolean> {
    const finding: Finding = {
      kind: 'unknown-ledger-payment',
      summary:
        'RLUSD reached a landlord. It resembles a payment that ended unpaid but differs from what was to be signed.',
      details: { amount: toDecimal(payment.amount), payee: payment.payee, ledgerIndex },
    };
    return this.findings.report(finding, {
      subject: hash,
      paymentId: payment.paymentId,
      propertyId: payment.propertyId,
      wallet: tx.Account,
      txHash: hash,
    });
  }
}
