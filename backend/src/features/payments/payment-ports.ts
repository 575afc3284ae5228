import { toDecimal } from '@tknest/contracts/money';
import { dayOfIndex, type BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { dayOfSigned } from '#platform/calendar/ledger-day.js';
import type { Clock } from '#platform/clock/clock.js';
import type { Config } from '#platform/config/config.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import type { VaultService } from '#platform/vault/vault.service.js';
import type { VaultBlobs } from '#platform/ledger/submissions/vault-blobs.js';
import type { WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import type { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { UNDER_REVIEW, type ToldStanding } from '#features/identity/module.public.js';
import type { KycStanding } from '#features/identity/true-standing.public.js';
import { loadListing, SALE_PAUSED } from '#features/listings/rules.public.js';
import { isFollowedTo } from '#features/payouts/rules.public.js';
import type { CourierService, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { listingObjection } from './collecting/listing-objection.js';
import { NOT_FOR_SALE } from './collecting/checks.js';
import type { Objection, PaymentPorts } from './collecting/ports.js';
import { recipeOf } from './kinds/index.js';
import { paymentSeal } from './payment-mark.js';
import { propertyOf, type Payment } from './payment.state.js';

/** The payment core's ports in the running program. */
export function paymentPorts(
  store: EventStore,
  ledger: LedgerPort,
  walletApp: WalletAppPort,
  questions: WalletQuestions,
  clock: Clock,
  config: Config,
  blobs: VaultBlobs,
  accounts: PlatformAccounts,
  standing: KycStanding,
  told: ToldStanding,
  calendar: BusinessCalendar,
  courier: CourierService,
  mayGoOn: MayGoOn,
  vault: VaultService,
): PaymentPorts {
  const dayOf = dayOfIndex(calendar, ledger);
  return {
    store,
    ledger,
    walletApp,
    questions,
    clock,
    blobs,
    accounts,
    objection: (payment) => objectionOf(payment, store, standing, told),
    paidTo: (wallet, paying) => told.paidTo(wallet, paying),
    refused: (payee, by, amount) => told.refused(payee, { by, amount: toDecimal(amount), currency: 'RLUSD' }),
    businessDate: () => calendar.today(),
    dayOf,
    paidOn: async (ledgerIndex, signedOn) =>
      dayOfSigned(await dayOf(ledgerIndex), { signedOn, today: await calendar.today() }),
    isFollowed: isFollowedTo(store, dayOf),
    courier,
    mayGoOn: () => mayGoOn.now(),
    seal: paymentSeal(vault),
    settings: {
      rlusdIssuer: config.xrpl.rlusdIssuer,
      network: config.xrpl.network,
      pace: config.sandbox ? 'sandbox' : 'network',
      expiryMinutes: config.paymentExpiryMinutes,
      deliveryDays: config.deliveryDays,
      maxNetworkFeeDrops: config.maxNetworkFeeDrops,
    },
    // Commands that begin payments take turns by the same object.
    turns: store,
  };
}

/**
 * Objections of other features to a payment just before money moves. Their words are those of the standing as told. Who
 * is paid is asked with the ledger's own objections (`moneyObjection`).
 */
export async function objectionOf(
  payment: Payment,
  store: EventStore,
  standing: KycStanding,
  told: ToldStanding,
): Promise<Objection | null> {
  const { verifiedAs, isOwed, issuesTokens } = recipeOf(payment);
  const { payer } = payment;
  const lapsed = 'Your identity verification has lapsed. No money moved.';
  const review = verifiedAs ? lapsed : UNDER_REVIEW;
  if (!isOwed && (await standing.stateOf(payer)).suspended)
    return {
      code: 'wallet-suspended',
      message: (await told.holdOf(payer)) === 'suspended' ? 'This wallet is suspended. No money moved.' : review,
    };
  if (verifiedAs && !(await standing.isVerified(payer, verifiedAs)))
    return { code: 'verification-lapsed', message: lapsed };
  const ofListing = issuesTokens ? await listingObjection({ store }, payment) : null;
  if (ofListing) return ofListing;
  // After the checks that are repeated when the principal turns into tokens.
  if (issuesTokens) {
    const { hidden, pausedBy } = await loadListing(store, propertyOf(payment));
    return hidden ? NOT_FOR_SALE : pausedBy.length > 0 ? SALE_PAUSED : null;
  }
  return !isOwed && (await told.holdOf(payer)) ? { code: 'under-review', message: review } : null;
}
