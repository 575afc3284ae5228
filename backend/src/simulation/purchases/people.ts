/** What people do: buyers buy and cancel, admins close the sale and resolve cases. */
import type { CaseResolution } from '@tknest/contracts/events';
import { caseFold, confirmAnswer, resolveCase as resolve } from '#features/operations-cases/rules.public.js';
import { closeListing, listingFold, type ListingState } from '#features/listings/rules.public.js';
import { loadPayment } from '#features/payments/collecting/commit.js';
import { cancelUnsent } from '#features/payments/collecting/own-hand.js';
import { recipeOf } from '#features/payments/kinds/index.js';
import { payerFold } from '#features/payments/payer.decider.js';
import { startPayment, type StartPayment } from '#features/payments/payment.decider.js';
import { paymentFold } from '#features/payments/payment.evolve.js';
import { CaseOutcomesProcess } from '#features/payments/processes/case-outcomes.process.js';
import { SaleEndingProcess } from '#features/payments/processes/sale-ending.process.js';
import { HeldProcess } from '#features/platform-accounts/held.process.js';
import { Refused } from '#platform/domain/refused.js';
import { handleCommand, handleCommandAcross } from '#platform/event-store/decider.js';
import { WrongExpectedRevision } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { FEE_WALLET, OWNER } from './purchase-cast.js';
import type { PurchasePlatform } from './purchase-instance.js';
import { EXPIRY_MINUTES, type PurchaseWorld } from './purchase-world.js';

/** A buyer starts a purchase. Refusals are expected. */
export async function startPurchase(world: PurchaseWorld, more: { priority?: 'fast' } = {}): Promise<void> {
  const payer = world.random.pick([...world.people.keys()]);
  const tokens = 1 + world.random.below(5);
  const amount = BigInt(tokens) * 100_000_000n;
  const order = { kind: 'property_purchase' as const, payee: OWNER.classicAddress, tokens, amount, feeBps: 250n };
  const paymentId = await begin(world, { ...order, payer, ...more });
  if (paymentId) world.tokens.set(paymentId, tokens);
}

/** Somebody who owes a fee begins to pay it. */
export async function payFee(world: PurchaseWorld): Promise<void> {
  const payers = [...world.people.keys()];
  const states = await Promise.all(payers.map((wallet) => load(world.store, payerFold(wallet))));
  const debts = states.flatMap(({ state }, of) =>
    [...state.feesOwed].map(([feeOf, amount]) => ({ payer: payers[of]!, feeOf, amount })),
  );
  if (debts.length === 0) return;
  const { payer, feeOf, amount } = world.random.pick(debts);
  const order = { kind: 'fee' as const, payee: FEE_WALLET.classicAddress, tokens: null, amount, feeBps: 0n };
  await begin(world, { ...order, payer, feeOf });
}

type Order = Pick<StartPayment, 'kind' | 'payer' | 'payee' | 'tokens' | 'amount' | 'feeBps' | 'priority' | 'feeOf'>;

/** @returns null if it was refused */
async function begin(world: PurchaseWorld, ordered: Order): Promise<string | null> {
  const paymentId = world.random.uuid();
  const order = {
    paymentId,
    feeWallet: FEE_WALLET.classicAddress,
    propertyId: world.propertyId,
    propertyName: 'Sample Court',
    memo: null,
    refundOf: null,
    previousRefund: null,
    today: world.today,
    now: new Date(world.now),
    expiryMinutes: EXPIRY_MINUTES,
    ...ordered,
  };
  try {
    const streams = {
      payment: paymentFold(paymentId),
      payer: payerFold(order.payer),
      ...recipeOf(order).streams(order),
    };
    await handleCommandAcross(world.store, streams, (states) => startPayment(order, states) as never, world.context());
    world.payments.push(paymentId);
    return paymentId;
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof WrongExpectedRevision)) throw error;
    return null;
  }
}

/** The payer cancels a payment; if it is too late, or a restored log does not have it, nothing happens. */
export async function cancel({ world, instance }: PurchasePlatform, paymentId: string): Promise<void> {
  try {
    await cancelUnsent(instance.ungated, await loadPayment(world, paymentId));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** An admin resolves a case, and the consequences are carried out. */
export async function resolveCase(
  { world, instance }: PurchasePlatform,
  caseId: string,
  resolution: CaseResolution,
): Promise<void> {
  const { store } = world;
  const resolved = { resolution, note: 'x' };
  await handleCommand(store, caseFold(caseId), (state) => resolve(caseId, resolved, state), world.context());
  const confirmed = { caseId, resolution, proposalId: null };
  await handleCommand(store, caseFold(caseId), (state) => confirmAnswer(confirmed, state), world.context());
  const answer = { type: 'CaseAnswerConfirmed', data: confirmed };
  const process = new CaseOutcomesProcess(instance.ungated, { advance: async () => null } as never);
  await process.handle(answer as never);
  // The next turn signs the rest.
  const courier = { ...instance.ungated.courier, advance: async () => null };
  await new HeldProcess(store, courier).handle(answer as never);
}

/** An admin closes the sale, and its purchases are notified. */
export async function closeSale({ world, instance }: PurchasePlatform): Promise<void> {
  const { store, propertyId } = world;
  const close = (state: ListingState) => closeListing({ explanation: 'x' }, state);
  await handleCommand(store, listingFold(propertyId), close, world.context());
  await new SaleEndingProcess(instance.ungated).handle({ data: { propertyId } } as never);
}
