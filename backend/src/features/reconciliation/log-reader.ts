import { Inject, Injectable } from '@nestjs/common';
import type { IssuanceEvent, ListingEvent, PaymentEvent, TokensRedeemed, XrpReturned } from '@tknest/contracts/events';
import { parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '#platform/config/config.js';
import {
  EVENT_STORE,
  START,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { issuanceFold, type IssuanceState } from '#features/issuance/rules.public.js';
import { listingOwners } from '#features/listings/readers.public.js';
import { listingStream } from '#features/listings/rules.public.js';
import { payeesSince, paymentsBetween } from '#features/payments/readers.public.js';
import {
  evolvePayment,
  issuanceMemo,
  noPayment,
  paymentStream,
  redemptionMemo,
  type Payment,
} from '#features/payments/rules.public.js';
import { feesFold, payoutMemo, pendingFees, purseOf, runStream } from '#features/payouts/rules.public.js';
import { redemptionFold, type RedemptionState } from '#features/redemption/rules.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { type Claim, partiesOf, type Parties } from './judge/claim.js';
import type { PrincipalOf } from './judge/principal.js';
import { journaledAmong, movedAmong, type JournaledHash } from './readers.public.js';
import { isPaidOut, SETTLING, type PaidOut } from './settling.js';

/** Read models that the comparison reads. */
const NEEDED = ['leg-hashes', 'transactions', 'token-issuances', 'token-redemptions', 'purchases'];

const OF_NOBODY: Parties & Pick<Payment, 'propertyId' | 'tokens'> = {
  paymentId: '',
  payer: '',
  payee: '',
  feeWallet: '',
  propertyId: null,
  tokens: null,
  amount: 0n,
  platformFee: 0n,
  memo: null,
};

/** Reads the log's side: journaled hashes, the state of payments, and settled legs. */
@Injectable()
export class LogReader {
  private awaited = { ledgers: [] as readonly number[], readTo: START };

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly accounts: PlatformAccounts,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * Waits for the read models. Every hash is journaled before its blob is sent, so once the read models have reached
   * the current head of the log, they know all hashes. @throws if they are behind
   */
  async catchUp(): Promise<void> {
    if (!(await this.readModels.waitFor(await this.store.head(), NEEDED)))
      throw new Error('The read models that reconciliation needs are behind');
  }

  /** Waits until the read models contain the events that reconciliation has just appended. */
  async shown(): Promise<void> {
    await this.readModels.waitFor(await this.store.head(), [...NEEDED, 'cases']);
  }

  journaled(hashes: readonly string[]): Promise<ReadonlyMap<string, JournaledHash>> {
    return journaledAmong(hashes, this.db);
  }

  /** Those of these hashes that an event tells as moved. */
  moved(hashes: readonly string[], inEscrow: boolean): Promise<ReadonlySet<string>> {
    return movedAmong(hashes, inEscrow, this.db);
  }

  /**
   * The payees of all payments started since a given time, or ever; and possible payees of payments that the log lost:
   * landlords of listings, and the escrow, which refunds reach.
   */
  async payees(since: Date | null): Promise<string[]> {
    const found = await Promise.all([payeesSince(since, this.db), listingOwners(this.db), this.escrow()]);
    return [...new Set(found.flat())];
  }

  escrow(): Promise<string> {
    return this.accounts.address('payoutEscrow');
  }

  /** Payments from one wallet to another. */
  paymentsBetween(payer: string, payee: string): Promise<string[]> {
    return paymentsBetween(payer, payee, this.db);
  }

  /** A payment with every principal that its payer was asked to sign; null if nothing was started under its id. */
  async payment(paymentId: string): Promise<PrincipalOf | null> {
    let payment = noPayment;
    const asked: Record<string, any>[] = [];
    const signed = new Set<string>();
    for await (const event of this.store.read(paymentStream(paymentId))) {
      const fact = event as PaymentEvent;
      payment = evolvePayment(payment, fact, new Date(event.at));
      if (fact.type === 'LegPrepared' && fact.data.leg === 'recipient') asked.push(fact.data.transaction);
      if ((fact.type === 'LegSigned' || fact.type === 'LateSignatureRecorded') && fact.data.leg === 'recipient')
        signed.add(fact.data.hash);
    }
    return payment.phase === 'none' ? null : { payment, asked, signed };
  }

  /** What the fee wallet's books have reached, and whose fees in them their payments may not know yet, by hash. */
  async feesBooked(): Promise<{ to: number; pending: ReadonlyMap<string, string> }> {
    const { state } = await load(this.store, feesFold);
    return { to: state.followedTo, pending: new Map(pendingFees(state).map((fee) => [fee.hash, fee.paymentId])) };
  }

  /** The last ledger, up to one, of a case or of what a restored log lost: loans may wait until it is compared. */
  async awaitedLedger(upTo: number): Promise<number> {
    const types = ['UnknownTransactionSettled', 'CaseOpened'];
    const page = await this.store.readAll(this.awaited.readTo, { limit: 1_000, filter: { types } });
    const found = page.events.map(({ data }) => Number(data.ledgerIndex ?? data.details?.ledgerIndex ?? 0));
    const ledgers = [...this.awaited.ledgers, ...found];
    const last = Math.max(0, ...ledgers.filter((one) => one <= upTo));
    this.awaited = { ledgers: ledgers.filter((one) => one >= last), readTo: page.next };
    return last;
  }

  head(): Promise<Position> {
    return this.store.head();
  }

  /** The settled legs after a position, a page of the log at a time. */
  async settledAfter(
    after: Position,
    limit: number,
  ): Promise<{ claims: { position: Position; of: Claim[] }[]; next: Position; end: boolean }> {
    const page = await this.store.readAll(after, { limit, filter: { types: SETTLING } });
    const claims: { position: Position; of: Claim[] }[] = [];
    for (const event of page.events) claims.push({ position: event.position, of: await this.claimsOf(event) });
    return { claims, next: page.next, end: page.end };
  }

  private async claimsOf(event: RecordedEvent): Promise<Claim[]> {
    if (event.type === 'TokensPurchased') return this.claimsOfRegister(event.data);
    if (event.type === 'TokensIssued') return [await this.handClaim(event.data)];
    if (event.type === 'TokensRedeemed') return [await this.redemptionClaim(event.data)];
    if (event.type === 'XrpReturned') return [await this.returnClaim(event.data)];
    if (isPaidOut(event)) return this.claimOfPayout(event);
    const fact = event as Extract<PaymentEvent, { type: 'LegValidated' | 'LatePrincipalFound' }>;
    const leg = fact.type === 'LatePrincipalFound' ? 'recipient' : fact.data.leg;
    if (leg !== 'recipient' && leg !== 'platform' && leg !== 'issuance' && leg !== 'fee-refund') return [];
    const { paymentId, hash, ledgerIndex } = fact.data;
    // The event names its own payment. If that payment's stream is empty, no payer and payee are known.
    const payment = (await this.payment(paymentId))?.payment ?? OF_NOBODY;
    const common = { paymentId, propertyId: payment.propertyId, leg, hash, ledgerIndex };
    if (leg === 'issuance') return [await this.issuance({ ...common, leg }, payment.payer, payment.tokens ?? 0)];
    return [{ ...common, ...this.rlusd, ...partiesOf(leg, payment) }];
  }

  /** A line that a run paid. The only line of a direct run is a payment's principal, which has a claim of its own. */
  private async claimOfPayout({ stream, type, data }: RecordedEvent & PaidOut): Promise<Claim[]> {
    const run = type === 'PayoutSettled' ? data.payoutId : data.runId;
    if (stream === runStream(run)) return [];
    const { propertyId, wallet: to, hash, ledgerIndex } = data;
    const from = await this.accounts.address(purseOf(run));
    const memo = payoutMemo(run);
    const common = { paymentId: null, line: `${run}-${to}`, propertyId, leg: 'payout' as const, hash, ledgerIndex };
    return [{ ...common, ...this.rlusd, from, to, value: parseRlusd(data.amount), memo }];
  }

  /** The register itself states what was paid and issued, so it is compared with the ledger apart from the payment. */
  private async claimsOfRegister({
    propertyId,
    paymentId,
    wallet,
    tokens,
    cost,
    paymentHash,
    issuanceHash,
  }: Extract<ListingEvent, { type: 'TokensPurchased' }>['data']): Promise<Claim[]> {
    const common = { paymentId, propertyId, ledgerIndex: null };
    const journaled = (await this.journaled([issuanceHash])).get(issuanceHash);
    // Assigned tokens were paid for by a direct payment, with its own memo or none.
    const byHand = journaled?.leg === 'hand-issue' ? await this.issuanceByHand(journaled.paymentId!) : null;
    return [
      {
        ...common,
        leg: 'recipient',
        hash: paymentHash,
        from: wallet,
        to: await this.ownerOf(propertyId),
        ...this.rlusd,
        value: parseRlusd(cost),
        memo: byHand ? ((await this.payment(paymentId))?.payment.memo ?? null) : null,
      },
      byHand
        ? await this.handClaim({ ...byHand, recipient: wallet, tokens, hash: issuanceHash, ledgerIndex: null })
        : await this.issuance({ ...common, leg: 'issuance', hash: issuanceHash }, wallet, tokens),
    ];
  }

  private async issuance(
    common: Pick<Claim, 'paymentId' | 'propertyId' | 'leg' | 'hash' | 'ledgerIndex'>,
    holder: string,
    tokens: number,
  ): Promise<Claim> {
    const issuer = await this.accounts.address('issuer');
    return {
      ...common,
      from: issuer,
      to: holder,
      currency: CURRENCY.token,
      issuer,
      value: parseRlusd(tokens),
      memo: issuanceMemo(common.propertyId ?? 0, common.paymentId, tokens),
    };
  }

  /**
   * Tokens issued manually or by automation: their memo names no property, and a payment only if automation issued
   * them.
   */
  private async handClaim({
    issuanceId,
    recipient,
    tokens,
    paymentId,
    hash,
    ledgerIndex,
  }: Omit<Extract<IssuanceEvent, { type: 'TokensIssued' }>['data'], 'ledgerIndex'> & {
    ledgerIndex: number | null;
  }): Promise<Claim> {
    const common = { paymentId: issuanceId, propertyId: null, leg: 'hand-issue' as const, hash, ledgerIndex };
    return { ...(await this.issuance(common, recipient, tokens)), memo: issuanceMemo(null, paymentId, tokens) };
  }

  /** A manual or automatic issuance. */
  async issuanceByHand(issuanceId: string): Promise<IssuanceState> {
    return (await load(this.store, issuanceFold(issuanceId))).state;
  }

  /** Tokens that were taken back, each with the memo that names their property. */
  private async redemptionClaim(data: TokensRedeemed['data']): Promise<Claim> {
    const { redemptionId, propertyId, wallet: to, tokens, hash, ledgerIndex } = data;
    return {
      paymentId: redemptionId,
      propertyId,
      leg: 'redemption',
      hash,
      ledgerIndex,
      from: await this.accounts.address('issuer'),
      to,
      currency: CURRENCY.token,
      issuer: to,
      value: parseRlusd(tokens),
      memo: redemptionMemo(propertyId, tokens),
    };
  }

  private async returnClaim({
    returnId,
    account,
    wallet: to,
    drops,
    ...onLedger
  }: XrpReturned['data']): Promise<Claim> {
    const { hash, ledgerIndex } = onLedger;
    const common = { paymentId: null, line: returnId, propertyId: null, leg: 'xrp-return' as const, hash, ledgerIndex };
    const from = await this.accounts.address(account);
    const memo = `xrp-return/${returnId}`;
    return { ...common, from, to, currency: 'XRP', issuer: '', value: BigInt(drops), memo };
  }

  /** The redemption of a holder's tokens. */
  async redemption(redemptionId: string): Promise<RedemptionState> {
    return (await load(this.store, redemptionFold(redemptionId))).state;
  }

  private async ownerOf(propertyId: number): Promise<string> {
    for await (const event of this.store.read(listingStream(propertyId), { limit: 1 }))
      return (event.data as { owner: string }).owner;
    return '';
  }

  private get rlusd() {
    return { currency: CURRENCY.rlusd, issuer: this.config.xrpl.rlusdIssuer };
  }
}
