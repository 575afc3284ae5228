import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import type { ReconciliationRow, ReconciliationView } from '@tknest/contracts/api';
import { parseLedgerValue, parseRlusd, toNumber, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { Access } from '../../../../platform/http/access.js';
import { LEDGER, type LedgerPort } from '../../../../platform/ledger/ledger-port.js';
import { PlatformAccounts } from '../../../tokens/tokens.public.js';
import { LedgerReader } from '../../ledger-reader.js';
import { Reconciler } from '../../reconciler.js';

/** Rows of holders that are shown: those that differ first. */
const HOLDERS_MAX = 200;

@Controller('api/admin/reconciliation')
@Access('admin', 'auditor')
export class ReconciliationController {
  constructor(
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CONFIG) private readonly config: Config,
    private readonly accounts: PlatformAccounts,
    private readonly reader: LedgerReader,
    private readonly reconciler: Reconciler,
  ) {}

  /** Books beside ledger: tokens issued, fees received, and what each holder has. */
  @Get()
  async show(): Promise<ReconciliationView> {
    const [issuer, feeWallet] = await Promise.all([this.accounts.address('issuer'), this.accounts.address('feeWallet')]);
    const [held, fees, registered, [state], [open]] = await Promise.all([
      this.reader.holders(issuer, CURRENCY.token),
      this.ledger.line(feeWallet, this.config.xrpl.rlusdIssuer, CURRENCY.rlusd),
      this.db.query('select wallet, sum(tokens)::text as tokens from participations group by wallet') as Promise<{ wallet: string; tokens: string }[]>,
      this.db.query('select coalesce(min(to_ledger), 0) as compared, coalesce(sum(transactions), 0)::int as transactions, coalesce(sum(findings), 0)::int as findings from reconciled'),
      this.db.query(`select (select count(*) from cases where status = 'open')::int as cases, (select count(*) from transactions where status in ('pending', 'processing'))::int as under_way,
                            (select coalesce(sum(amount), 0)::text from transactions where leg = 'platform' and status = 'completed') as fees`),
    ]);
    const books = new Map(registered.map(({ wallet, tokens }) => [wallet, parseRlusd(tokens)]));
    const ledger = new Map([...held].map(([wallet, value]) => [wallet, parseLedgerValue(value)]));
    const wallets = new Set([...books.keys(), ...[...ledger].filter(([, value]) => value !== 0n).map(([wallet]) => wallet)]);
    const rows = [
      row('issuer', 'tokens issued', total(books), total(ledger)),
      row('feeWallet', 'fees received', parseRlusd(open.fees), fees ? parseLedgerValue(fees.balance) : 0n),
      ...[...wallets].map((wallet) => row(wallet, 'tokens held', books.get(wallet) ?? 0n, ledger.get(wallet) ?? 0n)).sort((a, b) => Number(a.matches) - Number(b.matches)).slice(0, HOLDERS_MAX),
    ];
    return { comparedTo: Number(state.compared), validatedLedger: await this.ledger.validatedIndex(), transactions: state.transactions, findings: state.findings, underWay: open.under_way > 0, rows, openCases: open.cases };
  }

  /** Compares everything up to now at once. */
  @Post()
  @HttpCode(200)
  @Access('admin')
  async compare(): Promise<ReconciliationView> {
    await this.reconciler.run();
    return this.show();
  }
}

const total = (amounts: ReadonlyMap<string, Micro>): Micro => [...amounts.values()].reduce((a, b) => a + b, 0n);

function row(subject: string, what: ReconciliationRow['what'], books: Micro, ledger: Micro): ReconciliationRow {
  return { subject, what, books: toNumber(books), ledger: toNumber(ledger), matches: books === ledger };
}
