import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
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
import { loadListing } from '#features/listings/rules.public.js';
import type { CourierService, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { listingObjection } from './collecting/listing-objection.js';
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
  return {
    store,
    ledger,
    walletApp,
    questions,
    clock,
    blobs,
    accounts,
    objection: (payment) => objectionOf(payment, store, standing, told),
    businessDate: () => calendar.today(),
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

/** Reveals nothing else about somebody else's wallet. */
export const PAYEE_HELD = 'Payments to this wallet are not possible. No money moved.';
const NOT_FOR_SALE: Objection = {
  code: 'listing-hidden',
  message: 'This property is no longer for sale. No money moved.',
};

/** Objections of other features to a payment just before money moves. Their words are those of the standing as told. */
export async function objectionOf(
  payment: Payment,
  store: EventStore,
  standing: KycStanding,
  told: ToldStanding,
): Promise<Objection | null> {
  const { verifiedAs, isOwed, issuesTokens } = recipeOf(payment);
  const { payer, payee } = payment;
  const isSuspended = async (wallet: string) => !isOwed && (await standing.stateOf(wallet)).suspended;
  const lapsed = 'Your identity verification has lapsed. No money moved.';
  const review = verifiedAs ? lapsed : UNDER_REVIEW;
  if (await isSuspended(payer))
    return {
      code: 'wallet-suspended',
      message: (await told.holdOf(payer)) === 'suspended' ? 'This wallet is suspended. No money moved.' : review,
    };
  if (verifiedAs && !(await standing.isVerified(payer, verifiedAs)))
    return { code: 'verification-lapsed', message: lapsed };
  const ofListing = issuesTokens ? await listingObjection({ store }, payment) : null;
  if (ofListing) return ofListing;
  // After the checks that are repeated when the principal turns into tokens.
  if (issuesTokens)
    return (await isSuspended(payee)) || (await loadListing(store, propertyOf(payment))).hidden ? NOT_FOR_SALE : null;
  if (isOwed) return null;
  if (await told.holdOf(payer)) return { code: 'under-review', message: review };
  if (await told.holdOf(payee)) return { code: 'payee-suspended', message: PAYEE_HELD };
  return null;
}
