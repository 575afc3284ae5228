import type { ReconciliationRow } from '@tknest/contracts/api';
import { microOf, parseLedgerValue, parseRlusd, toNumber, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import type { DataSource } from 'typeorm';
import type { EventStore } from '../../../platform/event-store/event-store.js';
import { load } from '../../../platform/event-store/folding.js';
import type { LedgerPort } from '../../../platform/ledger/ledger-port.js';
import { balanceOf, escrowFold } from '../../payouts/rules.public.js';
import type { PlatformAccounts } from '../../platform-accounts/module.public.js';
import { judgeBalance, judgeEscrow } from '../judge/claim.js';
import type { LedgerReader } from '../ledger-reader.js';

interface Books {
  held: { wallet: string; tokens: string }[];
  coming: { wallet: string; tokens: string }[];
  leaving: { wallet: string; tokens: string }[];
  fees: string;
  fees_coming: string;
  payouts_sent: string;
  under_way: number;
}

/**
 * What the books say that everybody holds, beside what the ledger says. Payments under way explain a ledger that is
 * ahead.
 */
export class BalancesComparison {
  constructor(
    private readonly db: DataSource,
    private readonly store: EventStore,
    private readonly ledger: LedgerPort,
    private readonly reader: LedgerReader,
    private readonly accounts: PlatformAccounts,
    private readonly rlusdIssuer: string,
  ) {}

  /** Rows that differ first. @throws LedgerUnavailable */
  async compare(): Promise<{ rows: ReconciliationRow[]; underWay: boolean }> {
    const [issuer, feeWallet, escrow] = await Promise.all([
      this.accounts.address('issuer'),
      this.accounts.address('feeWallet'),
      this.accounts.address('payoutEscrow'),
    ]);
    const [held, fees, inEscrow, escrowBooks, [books]] = await Promise.all([
      this.reader.holders(issuer, CURRENCY.token),
      this.ledger.line(feeWallet, this.rlusdIssuer, CURRENCY.rlusd),
      this.ledger.line(escrow, this.rlusdIssuer, CURRENCY.rlusd),
      load(this.store, escrowFold),
      // One statement, one snapshot: what is no longer coming is held.
      this.db.query<[Books]>(`select
          (select coalesce(json_agg(h), '[]') from (select wallet, sum(tokens)::text as tokens from (
             select wallet, tokens from participations where redeemed_at is null
             union all select recipient, tokens from token_issuances where status = 'completed' and property_id is null) i group by wallet) h) as held,
          (select coalesce(json_agg(c), '[]') from (select wallet, sum(tokens)::text as tokens from (
             select t.user_wallet as wallet, t.amount / p.token_price as tokens from transactions t join properties p on p.id = t.property_id
             where t.leg = 'recipient' and t.type = 'property_purchase' and t.status in ('pending', 'processing')
             union all select recipient, tokens from token_issuances where status in ('pending', 'processing')) u group by 1) c) as coming,
          (select coalesce(json_agg(l), '[]') from (select holder as wallet, sum(tokens)::text as tokens
             from token_redemptions where status = 'processing' group by holder) l) as leaving,
          (select coalesce(sum(amount), 0)::text from transactions where (leg = 'platform' or leg = 'payout' and type = 'platform_fee') and status = 'completed') as fees,
          (select coalesce(sum(amount), 0)::text from transactions where leg = 'platform' and status in ('pending', 'processing')) as fees_coming,
          (select coalesce(sum(amount), 0)::text from payout_lines where status = 'submitted') as payouts_sent,
          (select count(*)::int from transactions where status in ('pending', 'processing'))
            + (select count(*)::int from payout_lines where status = 'submitted')
            + (select count(*)::int from token_redemptions where status = 'processing')
            + (select count(*)::int from token_issuances where status in ('pending', 'processing')) as under_way`),
    ]);
    const inBooks = new Map(books.held.map(({ wallet, tokens }) => [wallet, parseRlusd(tokens)]));
    const coming = new Map(books.coming.map(({ wallet, tokens }) => [wallet, parseLedgerValue(tokens)]));
    const leaving = new Map(books.leaving.map(({ wallet, tokens }) => [wallet, parseLedgerValue(tokens)]));
    const onLedger = new Map([...held].map(([wallet, value]) => [wallet, parseLedgerValue(value)]));
    const wallets = new Set([
      ...inBooks.keys(),
      ...[...onLedger].filter(([, value]) => value !== 0n).map(([wallet]) => wallet),
    ]);
    const holders = [...wallets].map((wallet) =>
      row(
        wallet,
        'tokens held',
        inBooks.get(wallet) ?? 0n,
        onLedger.get(wallet) ?? 0n,
        coming.get(wallet) ?? 0n,
        leaving.get(wallet) ?? 0n,
      ),
    );
    return {
      rows: [
        row('issuer', 'tokens issued', total(inBooks), total(onLedger), total(coming), total(leaving)),
        row(
          'feeWallet',
          'fees received',
          parseRlusd(books.fees),
          fees ? parseLedgerValue(fees.balance) : 0n,
          parseRlusd(books.fees_coming),
        ),
        escrowRow(
          microOf(-balanceOf(escrowBooks.state, 'ledger')),
          inEscrow ? parseLedgerValue(inEscrow.balance) : 0n,
          parseRlusd(books.payouts_sent),
        ),
        ...holders.sort((a, b) => Number(b.verdict === 'differs') - Number(a.verdict === 'differs')),
      ],
      underWay: books.under_way > 0,
    };
  }
}

const total = (amounts: ReadonlyMap<string, Micro>): Micro => [...amounts.values()].reduce((a, b) => a + b, 0n);

const escrowRow = (books: Micro, ledger: Micro, sent: Micro): ReconciliationRow => ({
  ...row('payoutEscrow', 'escrow holds', books, ledger, sent),
  verdict: judgeEscrow(books, ledger, sent),
});

function row(
  subject: string,
  what: ReconciliationRow['what'],
  books: Micro,
  ledger: Micro,
  coming: Micro,
  leaving: Micro = 0n,
): ReconciliationRow {
  return {
    subject,
    what,
    books: toNumber(books),
    ledger: toNumber(ledger),
    difference: toNumber(ledger - books),
    inFlight: toNumber(coming + leaving),
    verdict: judgeBalance(books, ledger, coming, leaving),
  };
}
