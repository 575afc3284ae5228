import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { CaseEvent, PlatformAccountName } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { EVENT_STORE, WrongExpectedRevision, type EventStore, type NewEvent } from '../../platform/event-store/event-store.js';
import { LEDGER, LedgerUnavailable, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Causation } from '../../platform/sessions/causation.js';
import { reconciliationFindings } from '../../platform/telemetry/metrics.js';
import { LedgerStartUp } from '../tokens/start-up.js';
import { PlatformAccounts } from '../tokens/tokens.public.js';
import { LedgerReader, type LedgerPayment } from './ledger-reader.js';

const EVERY_MS = 15_000;
/** The newest ledgers are left to the next look: their payments may not have reached the read model yet. */
const LEDGERS_BEHIND = 3;
/** At most this many ledgers in one look, so that a long absence is made good in steps. */
const LEDGERS_AT_ONCE = 5_000;
const COMPARED: readonly PlatformAccountName[] = ['issuer', 'feeWallet'];

/**
 * Compares every payment on the ledger that concerns the platform's accounts with the log, continuously and from a cursor that is itself a
 * fact. What the log does not know opens a case, once.
 */
@Injectable()
export class Reconciler {
  private readonly log = new Logger('Reconciliation');
  private running: Promise<void> | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly reader: LedgerReader,
    private readonly accounts: PlatformAccounts,
    private readonly startUp: LedgerStartUp,
    private readonly causation: Causation,
    private readonly readModels: ReadModels,
  ) {}

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (this.startUp.ready) await this.run().catch((error: unknown) => this.complain(error));
  }

  /** Compares up to the newest settled ledger; a second call joins the first. */
  run(): Promise<void> {
    this.running ??= this.compareAll().finally(() => (this.running = null));
    return this.running;
  }

  private async compareAll(): Promise<void> {
    for (const name of COMPARED) while (await this.compare(name));
  }

  /** @returns true where there is more to compare */
  private async compare(name: PlatformAccountName): Promise<boolean> {
    const stream = `reconciliation-${name}`;
    const { cursor, revision } = await this.cursor(stream);
    const newest = (await this.ledger.validatedIndex()) - LEDGERS_BEHIND;
    const to = Math.min(newest, cursor + LEDGERS_AT_ONCE);
    if (to <= cursor) return false;
    const address = await this.accounts.address(name);
    const payments = (await this.reader.payments(address, cursor + 1, to)).filter((payment) => this.concerns(name, address, payment));
    const unknown = await this.unknown(payments);
    for (const payment of unknown) await this.openCase(name, payment);
    // A stretch without payments is not a fact worth keeping, unless it is long.
    if (payments.length === 0 && to - cursor < LEDGERS_AT_ONCE) return false;
    const event: CaseEvent = { type: 'LedgerReconciled', data: { account: name, fromLedger: cursor + 1, toLedger: to, transactions: payments.length, matched: payments.length - unknown.length, findings: unknown.length } };
    try {
      await this.store.append(stream, revision < 0 ? 'none' : revision, [event as NewEvent], await this.causation.contextOf({}));
    } catch (error) {
      // Another instance has compared the same stretch.
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
    reconciliationFindings.set(unknown.length);
    return to < newest;
  }

  /** Issuer: what it issued. Fee wallet: RLUSD that came in. Everything else is nobody's business but the account's. */
  private concerns(name: PlatformAccountName, address: string, payment: LedgerPayment): boolean {
    if (name === 'issuer') return payment.from === address && payment.currency === CURRENCY.token;
    return payment.to === address && payment.currency === CURRENCY.rlusd && payment.issuer === this.config.xrpl.rlusdIssuer;
  }

  private async unknown(payments: readonly LedgerPayment[]): Promise<LedgerPayment[]> {
    if (payments.length === 0) return [];
    // Every hash is journalled before its blob is sent: once the read model is where the log is now, it knows them all.
    if (!(await this.readModels.waitFor(await this.store.head(), ['leg-hashes']))) throw new Error('The read model of hashes is behind');
    const rows: { hash: string }[] = await this.db.query('select hash from leg_hashes where hash = any($1)', [payments.map(({ hash }) => hash)]);
    const known = new Set(rows.map(({ hash }) => hash));
    return payments.filter(({ hash }) => !known.has(hash));
  }

  private async openCase(name: PlatformAccountName, payment: LedgerPayment): Promise<void> {
    const caseId = `unknown-ledger-payment-${payment.hash}`;
    const summary = name === 'issuer' ? 'Tokens were issued by a transaction that is not in the log.' : 'RLUSD reached the fee wallet by a transaction that is not in the log.';
    const event: CaseEvent = {
      type: 'CaseOpened',
      data: { caseId, kind: 'unknown-ledger-payment', summary, paymentId: null, propertyId: null, wallet: payment.from, txHash: payment.hash, details: { account: name, ledgerIndex: payment.ledgerIndex, value: payment.value, to: payment.to } },
    };
    try {
      await this.store.append(`case-${caseId}`, 'none', [event as NewEvent], await this.causation.contextOf({}));
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }

  private async cursor(stream: string): Promise<{ cursor: number; revision: number }> {
    for await (const event of this.store.read(stream, { backwards: true, limit: 1 })) return { cursor: (event.data as { toLedger: number }).toLedger, revision: event.revision };
    for await (const event of this.store.read('ledger-identity', { limit: 1 })) return { cursor: (event.data as { ledgerIndex: number }).ledgerIndex - 1, revision: -1 };
    return { cursor: (await this.ledger.validatedIndex()) - 1, revision: -1 };
  }

  private complain(error: unknown): void {
    if (!(error instanceof LedgerUnavailable)) this.log.warn({ err: error }, 'Books and ledger could not be compared; it is tried again');
  }
}
