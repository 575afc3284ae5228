import { gated } from '../gated.js';
import { createHash } from 'node:crypto';
import { CURRENCY } from '@tknest/contracts/rules';
import type { BusinessDate, PaymentEvent } from '@tknest/contracts/events';
import type { PaidTo, Paying } from '#features/identity/rules.public.js';
import type { Objection } from '#features/payments/collecting/ports.js';
import { listingObjection } from '#features/payments/collecting/listing-objection.js';
import { issuesTokens } from '#features/payments/kinds/index.js';
import type { Payment } from '#features/payments/payment.state.js';
import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import { Broken } from '../broken.js';
import { SimLedger } from '../sim-ledger.js';
import { RLUSD_ISSUER, World } from '../world.js';
import { BUYERS, CAST, OWNER, SIGNERS } from './purchase-cast.js';
import type { PurchaseVariant } from './purchase-variants.js';
import { SimWalletApp } from './sim-wallet-app.js';

export const EXPIRY_MINUTES = 10;
export const DELIVERY_DAYS = 7;

/** Everything that the payment core touches: the ledger, the phones, and suspensions of people. */
export class PurchaseWorld extends World<PurchaseVariant> {
  readonly people = new Map(BUYERS.map((wallet) => [wallet.classicAddress, wallet]));
  readonly walletApp: SimWalletApp;
  readonly payments: string[] = [];
  /** What each person buys, even if the log has lost it. */
  readonly tokens = new Map<string, number>();
  /** Every hash that was ever journaled, with its purpose. */
  readonly hashes = new Map<string, { paymentId: string; leg: string }>();
  readonly propertyId = 1;
  readonly accounts = {
    issuer: SIGNERS.issuer.classicAddress,
    feeWallet: SIGNERS.feeWallet.classicAddress,
    owner: OWNER.classicAddress,
    rlusdIssuer: RLUSD_ISSUER,
  };
  /** Other features' objections to a person, by wallet. */
  readonly objections = new Map<string, Objection>();
  /** The story is over, and everything is being settled. */
  resting = false;

  constructor(seed: number, variant: PurchaseVariant = {}) {
    super(seed, variant, { beginsOn: '2026-01-01', signers: SIGNERS, ledger: SimLedger });
    this.walletApp = new SimWalletApp(this.random, this.ledger, this.people, this.accounts.feeWallet);
  }

  readonly seal = (text: string) => createHash('sha256').update(`simulated ${text}`).digest('hex');

  /** The ports of a process, behind scheduler gates. */
  outside() {
    return {
      ...this.behindGates({ walletApp: this.walletApp }, (writes) => this.remember(writes)),
      objection: async (payment: Payment) => {
        if (this.variant.asksNobody || !issuesTokens(payment)) return null;
        return this.objections.get(payment.payer) ?? listingObjection(this, payment);
      },
      paidTo: async (wallet: string, paying: Paying) => this.paidTo(wallet, paying),
      refused: async () => {},
      businessDate: async () => this.today,
      dayOf: async (index: number) => this.dayOf(index),
      paidOn: async (index: number, signedOn: BusinessDate | null) => this.paidOn(index, signedOn),
      // Only repayments wait for the escrow.
      isFollowed: async () => true,
      seal: this.seal,
      settings: {
        rlusdIssuer: RLUSD_ISSUER,
        network: 'SIM',
        pace: 'sandbox' as const,
        expiryMinutes: EXPIRY_MINUTES,
        deliveryDays: DELIVERY_DAYS,
        maxNetworkFeeDrops: 50_000n,
      },
    };
  }

  /** Who gets money that is meant for a wallet, by the story's own suspensions. */
  paidTo(wallet: string, paying: Paying): PaidTo {
    if (this.objections.get(wallet)?.code !== 'wallet-suspended') return 'wallet';
    return paying === 'new' ? 'nobody' : 'escrow';
  }

  /** Sends a signed blob without any checks, as a deliberately faulty process would. */
  sendBlindly(item: string): void {
    this.ledger.take(this.vault.get(item)!);
  }

  /** People with money, a listing with few tokens. */
  async setUp(tokenCount = 12): Promise<void> {
    this.openAccounts(CAST.map(({ classicAddress }) => classicAddress));
    for (const person of this.people.keys())
      this.ledger.balances.set(`${person}/${CURRENCY.rlusd}`, 1_000_000_000_000n);
    await this.list(this.propertyId, OWNER.classicAddress, tokenCount);
    await this.recordPlatformAccounts();
  }

  /**
   * During settling nobody is newly suspended, so a person who is suspended then was already suspended when the tokens
   * were checked.
   */
  private mustNotObject({ type, data }: PaymentEvent): void {
    if (!this.resting || type !== 'LegPrepared' || (data.leg !== 'issuance' && data.leg !== 'authorise')) return;
    // Transactions already on the ledger are adopted; nothing more is issued.
    const { TicketSequence } = data.transaction;
    const isOnLedger = [...this.ledger.applied.values()].some(
      ({ transaction: tx }) => tx.Account === this.accounts.issuer && tx.TicketSequence === TicketSequence,
    );
    if (isOnLedger) return;
    const holder = String(data.transaction.Destination ?? (data.transaction.LimitAmount as { issuer: string }).issuer);
    if (this.objections.has(holder))
      throw new Broken(
        'nobody who may not hold tokens gets an authorization or tokens',
        `${data.leg} of ${data.paymentId}`,
      );
  }

  /** The log for what people do at once, without gates; what it journals is remembered too. */
  get ungatedStore(): EventStore {
    return gated({ gate: async () => undefined }, { store: this.store }, (writes) => this.remember(writes)).store;
  }

  private remember(writes: readonly StreamWrite[]): void {
    for (const { events } of writes) {
      for (const event of events as readonly PaymentEvent[]) {
        this.mustNotObject(event);
        if ((event.type === 'LegSigned' || event.type === 'LateSignatureRecorded') && event.data.hash)
          this.hashes.set(event.data.hash, { paymentId: event.data.paymentId, leg: event.data.leg });
        // The wallet app never told of this signature.
        if (event.type === 'LatePrincipalFound')
          this.hashes.set(event.data.hash, { paymentId: event.data.paymentId, leg: 'recipient' });
      }
    }
  }
}
