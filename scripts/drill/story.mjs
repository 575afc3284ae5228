// The people's actions in a recovery drill: list, buy, repay, and move the business date.
import { Person, Sandbox, until } from '../lib/platform-client.mjs';
import { holdingsOf, settledBy } from './ledger.mjs';

const FAST_MS = 100;
/** Long enough for a backup to be taken between two ledgers. */
const SLOW_MS = 1500;
const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };
/** Tokens of each holder in each loan. */
const SHARES = [7, 3];
const BOUGHT_AFTER_THE_BACKUP = 4;

const matches = ({ verdict }) => verdict === 'matches';

export class Story {
  /** @type {Person} */
  admin;

  /** @param runtime the content of runtime.json */
  constructor(runtime) {
    this.runtime = runtime;
    this.sandbox = new Sandbox(runtime.sandbox.url);
    const of = (role) =>
      runtime.wallets.filter((wallet) => wallet.role === role).map((wallet) => new Person(runtime, wallet));
    [this.landlord] = of('landlord');
    [this.admin] = of('admin');
    this.holders = of('investor').slice(0, SHARES.length);
  }

  /** Signs everybody in and verifies them, on a fast ledger. */
  async signIn() {
    await this.pace(FAST_MS);
    await Promise.all([
      this.landlord.signIn('landlord'),
      this.admin.signIn('investor'),
      ...this.holders.map((holder) => holder.signIn('investor')),
    ]);
    const people = [[this.landlord, 'landlord'], ...this.holders.map((holder) => [holder, 'investor'])];
    for (const [person, role] of people) {
      const { kycStatus } = await person.get('/api/kyc/status');
      if (kycStatus !== 'verified') await person.verify(role);
    }
  }

  /** Creates a loan with autopay, one whose redemption notice has ended, and an open listing. */
  async prepare() {
    const [collected, redeemed] = [await this.lend(), await this.lend()];
    const { id: open } = await this.landlord.list(TERMS);
    await this.deposit(collected, 400);
    await this.landlord.post('/api/loan/setup-autopay', { propertyId: collected, autoPayEnabled: true });
    const { noticeUntil } = await this.landlord.post('/api/loan/redemption', { propertyId: redeemed });
    await this.moveTo(noticeUntil);
    return { collected, redeemed, open };
  }

  /** Pays a loan off. Ledgers close slowly from here on, so that payouts to its holders are still in progress. */
  async payOff(propertyId) {
    const { quote } = await this.landlord.get(`/api/loan/${propertyId}`);
    await this.pace(SLOW_MS);
    const { paymentId } = await this.landlord.post('/api/loan/payment', {
      propertyId,
      paymentAmount: quote.amount,
      investorWallet: this.runtime.accounts.payoutEscrow,
    });
    await this.landlord.seeThrough(paymentId);
  }

  /** Waits until the tokens of the repaid loan are redeemed, and one month is collected and paid out. */
  async monthPasses({ collected, redeemed }) {
    await this.pace(FAST_MS);
    const runs = `payout-due-${collected}-`;
    const known = await this.facts(runs, 'PayoutRunCreated', 0);
    await this.moveTo((await this.landlord.get(`/api/loan/${collected}`)).nextPaymentDue);
    await this.facts(`listing-${redeemed}`, 'TokensRedeemed', SHARES.length);
    await this.facts(runs, 'PayoutRunCompleted', known.length + 1);
  }

  buy(propertyId) {
    return this.holders[0].buy(propertyId, BOUGHT_AFTER_THE_BACKUP);
  }

  /** The ledger's view: all transactions of the platform's accounts, and each holder's balances. */
  async ledger() {
    const { issuer, payoutEscrow, feeWallet } = this.runtime.accounts;
    const settled = await Promise.all([issuer, payoutEscrow, feeWallet].map((one) => settledBy(this.sandbox, one)));
    const holdings = await Promise.all(this.holders.map(({ address }) => holdingsOf(this.sandbox, address)));
    return { settled: settled.flat(), holdings };
  }

  /** Resolves the cases about payments that the restored log does not have, until the accounts sign again. */
  async answerCases() {
    const said = [];
    await until(
      async () => {
        for (const one of await this.admin.get('/api/admin/cases')) said.push(await this.answer(one));
        return (await this.admin.get('/api/health/ready')).ledger.shut;
      },
      (shut) => Object.keys(shut).length === 0,
      'the accounts of the platform signing again',
    );
    return said;
  }

  /** Resolves cases about a missing purchase and the differences that it causes; reports all others. */
  async answer({ id, kind, summary }) {
    const resolution = { 'forgotten-payment': 'tokens-issued', 'books-differ': 'corrected' }[kind];
    const note = 'The drill bought these tokens after the backup.';
    if (resolution) await this.admin.post(`/api/admin/cases/${id}/resolve`, { resolution, note });
    return `Case ${kind}: ${summary} (${id})`;
  }

  /** Transactions that the restored log adopted from the ledger. */
  async adopted() {
    const { events } = await this.admin.get('/api/audit/events?type=UnknownTransactionSettled&limit=1000');
    return events.map(({ data }) => `Adopted: ${data.what} ${data.hash} for ${data.subject ?? 'the account itself'}`);
  }

  /**
   * Waits until nothing is in progress and a full comparison of books and ledger finds no difference.
   * @returns the cases that were resolved meanwhile
   */
  async comesToRest() {
    const said = [];
    const compare = async () => {
      const report = await this.admin.post('/api/admin/reconciliation', { full: true });
      for (const one of await this.admin.get('/api/admin/cases')) said.push(await this.answer(one));
      return report;
    };
    const agree = ({ rows, underWay, running, openFindings }) =>
      !underWay && !running && Object.keys(openFindings).length === 0 && rows.every(matches);
    await until(compare, agree, 'books and ledger agreeing');
    return said;
  }

  /** Waits until the log has so many events of a type in the streams with a prefix. */
  async facts(stream, type, count) {
    const read = async () =>
      (await this.admin.get(`/api/audit/events?stream=${stream}&limit=1000&type=${type}`)).events;
    return until(read, (events) => events.length >= count, `${count} ${type} of ${stream}`);
  }

  async lend() {
    const { id } = await this.landlord.list(TERMS);
    for (const [index, holder] of this.holders.entries()) await holder.buy(id, SHARES[index]);
    await this.landlord.post(`/api/properties/${id}/close`);
    return id;
  }

  async deposit(propertyId, amount) {
    const { paymentId } = await this.landlord.post('/api/rlusd/deposit', { propertyId, amount });
    await this.landlord.seeThrough(paymentId);
  }

  moveTo(date) {
    return this.admin.post('/api/admin/business-date', { date });
  }

  pace(closeEveryMs) {
    return this.sandbox.post('/control/ledger', { closeEveryMs });
  }
}
