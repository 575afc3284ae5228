import type { ReconciliationRow } from '@tknest/contracts/api';
import { MICRO, microOf, parseLedgerValue, parseRlusd, toNumber, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import { atOneMoment } from '#platform/projections/readers.js';
import { holdersOfTokens, purchaseProjection } from '#features/investments/readers.public.js';
import { tokenIssuancesProjection, tokensOutsideRegisters } from '#features/issuance/readers.public.js';
import { propertyProjection, tokenPricesOf } from '#features/listings/readers.public.js';
import { feesAndUnderWay, purchasesUnderWay, transactionsProjection } from '#features/payments/readers.public.js';
import { linesSubmitted, payoutsProjection } from '#features/payouts/readers.public.js';
import { balanceOf, escrowFold, feesFold } from '#features/payouts/rules.public.js';
import { tokensLeaving, tokenRedemptionsProjection } from '#features/redemption/readers.public.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { judgeBalance, judgeEscrow } from '../judge/claim.js';
import type { LedgerReader } from '../ledger-reader.js';

/** Read models with holdings and with payments in progress. */
const BOOKS = [
  purchaseProjection,
  tokenIssuancesProjection,
  tokenRedemptionsProjection,
  transactionsProjection,
  propertyProjection,
  payoutsProjection,
];

/**
 * Compares holdings in the books with the ledger. Payments in progress explain a ledger that is ahead.
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

  /** Rows with differences first. @throws LedgerUnavailable */
  async compare(): Promise<{ rows: ReconciliationRow[]; underWay: boolean }> {
    const [issuer, feeWallet, escrow] = await Promise.all([
      this.accounts.address('issuer'),
      this.accounts.address('feeWallet'),
      this.accounts.address('payoutEscrow'),
    ]);
    const [holding, fees, inEscrow, escrowBooks, feeBooks, books] = await Promise.all([
      this.reader.holders(issuer, CURRENCY.token),
      this.ledger.line(feeWallet, this.rlusdIssuer, CURRENCY.rlusd),
      this.ledger.line(escrow, this.rlusdIssuer, CURRENCY.rlusd),
      load(this.store, escrowFold),
      load(this.store, feesFold),
      // In one snapshot, because tokens move from `coming` to `held` at the same time.
      atOneMoment(this.db, BOOKS, readBooks),
    ]);
    const { held: inBooks, coming, leaving } = books;
    const onLedger = new Map([...holding].map(([wallet, value]) => [wallet, parseLedgerValue(value)]));
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
          'fee wallet holds',
          // Fees by their payments; everything else by the fee wallet's own books.
          books.fees.paid + microOf(-balanceOf(feeBooks.state, 'ledger')),
          fees ? parseLedgerValue(fees.balance) : 0n,
          books.fees.coming,
          books.fromFeeWallet.sum,
        ),
        escrowRow(
          microOf(-balanceOf(escrowBooks.state, 'ledger')),
          inEscrow ? parseLedgerValue(inEscrow.balance) : 0n,
          books.payouts.sum,
        ),
        ...holders.sort((a, b) => Number(b.verdict === 'differs') - Number(a.verdict === 'differs')),
      ],
      underWay: books.underWay > 0,
    };
  }
}

/** Whole tokens are counted in micro-units like RLUSD, so that they compare with trust-line balances. */
async function readBooks(tx: EntityManager) {
  const [held, coming, leaving] = [new Map<string, Micro>(), new Map<string, Micro>(), new Map<string, Micro>()];
  const add = (to: Map<string, Micro>, wallet: string, tokens: Micro) =>
    to.set(wallet, (to.get(wallet) ?? 0n) + tokens);
  for (const { wallet, tokens } of await holdersOfTokens(tx)) add(held, wallet, parseRlusd(tokens));
  const outside = await tokensOutsideRegisters(tx);
  for (const one of outside) {
    if (parseRlusd(one.unassigned) > 0n) add(held, one.wallet, parseRlusd(one.unassigned));
    add(coming, one.wallet, parseRlusd(one.coming));
  }
  const purchases = await purchasesUnderWay(tx);
  const prices = await tokenPricesOf([...new Set(purchases.map(({ propertyId }) => propertyId))], tx);
  for (const { wallet, propertyId, amount } of purchases) {
    const price = prices.get(propertyId);
    if (price) add(coming, wallet, (parseRlusd(amount) * MICRO) / price);
  }
  const redemptions = await tokensLeaving(tx);
  for (const { wallet, tokens } of redemptions) add(leaving, wallet, parseRlusd(tokens));
  const [fees, payouts] = [await feesAndUnderWay(tx), await linesSubmitted('payoutEscrow', tx)];
  const fromFeeWallet = await linesSubmitted('feeWallet', tx);
  const orders = [...outside.map((one) => one.orders), ...redemptions.map((one) => one.redemptions)];
  const underWay = orders.reduce((a, b) => a + b, fees.underWay + payouts.count + fromFeeWallet.count);
  return { held, coming, leaving, fees, payouts, fromFeeWallet, underWay };
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
