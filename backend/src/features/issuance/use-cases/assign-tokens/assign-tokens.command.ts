import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssignedView, AssignTokensRequest } from '@tknest/contracts/api';
import type { PaymentCounted } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load, type Folded } from '#platform/event-store/folding.js';
import { KeyedCommand } from '#platform/sessions/of-session.js';
import { Causation } from '#platform/sessions/causation.js';
import { ToldStanding } from '#features/identity/module.public.js';
import {
  evolveListing,
  listingFold,
  loadListing,
  propertyNotFound,
  reserveTokens,
  settlePurchase,
  type ListingState,
} from '#features/listings/rules.public.js';
import { paymentFold, type PaymentState } from '#features/payments/rules.public.js';
import { assignIssuance, issuanceFold, type IssuanceState } from '../../issuance.decider.js';
import { findPricePaid, pricePaidBy, type Price } from './find-price-paid.js';

/** Assigns manually issued tokens to a property's register, with the payment that paid for them. */
export class AssignTokens extends KeyedCommand<AssignTokensRequest, AssignedView> {}

/** A payment can pay for the tokens of only one issuance. */
const countedFold = (paymentId: string): Folded<boolean, PaymentCounted> => ({
  stream: `counted-${paymentId}`,
  initialState: false,
  evolve: () => true,
});

@CommandHandler(AssignTokens)
export class AssignTokensHandler implements ICommandHandler<AssignTokens> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DataSource) private readonly db: DataSource,
    private readonly standing: ToldStanding,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused, CommandReused */
  async execute({ session, request, key }: AssignTokens): Promise<AssignedView> {
    const { issuanceId, propertyId } = request;
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input: request });
    const before = await this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (before) return before.result as AssignedView;
    const { state: issuance } = await load(this.store, issuanceFold(issuanceId.toLowerCase()));
    // Refuses unknown or already assigned tokens before anything about the property is checked.
    assignIssuance({ propertyId, paymentId: '' }, issuance);
    const listing = await loadListing(this.store, propertyId);
    if (!listing.exists) throw propertyNotFound();
    if (!(await this.standing.isVerified(issuance.recipient, 'investor')))
      throw new Refused('conflict', 'The holder of the tokens is not verified as investor', { code: 'not-verified' });
    const price = priceOf(issuance, listing);
    const paymentId = request.paymentId?.toLowerCase() ?? (await findPricePaid(this.db, price));
    const answer: AssignedView = { success: true, issuanceId: issuance.issuanceId, propertyId, paymentId };
    const { result } = await handleCommandAcross(
      this.store,
      {
        issuance: issuanceFold(issuance.issuanceId),
        payment: paymentFold(paymentId),
        counted: countedFold(paymentId),
        // Last, because its last event is a worker's: whether a proposal was carried out is read from it.
        listing: listingFold(propertyId),
      },
      (states) => decideAssignment(answer, states),
      { ...context, result: answer },
    );
    return result as AssignedView;
  }
}

const priceOf = ({ recipient: from, tokens }: IssuanceState, { owner: to, tokenPrice }: ListingState): Price => ({
  from,
  to,
  amount: tokenPrice * BigInt(tokens),
});

/**
 * The same events as for a purchase, reserved and sold in one commit, so that the register, the loan's principal and
 * their consumers need no special case.
 */
function decideAssignment(
  { issuanceId, propertyId, paymentId }: AssignedView,
  states: { issuance: IssuanceState; listing: ListingState; payment: PaymentState; counted: boolean },
) {
  const { issuance, listing, counted } = states;
  const assigned = assignIssuance({ propertyId, paymentId }, issuance);
  const price = priceOf(issuance, listing);
  const payment = pricePaidBy(states.payment, price);
  if (counted) throw new Refused('conflict', 'This payment already counts for other tokens', { code: 'counted' });
  const { recipient: wallet, tokens } = issuance;
  const reserved = reserveTokens({ paymentId, wallet, tokens }, listing);
  const sold = settlePurchase(
    {
      paymentId,
      wallet,
      tokens,
      cost: toDecimal(price.amount),
      platformFee: toDecimal(payment.platformFee),
      paymentHash: payment.principal.hash,
      issuanceHash: issuance.steps.issue!.hash,
    },
    reserved.reduce(evolveListing, listing),
  );
  return {
    issuance: assigned,
    listing: [...reserved, ...sold],
    counted: [{ type: 'PaymentCounted', data: { paymentId, issuanceId, propertyId } }] as PaymentCounted[],
  };
}
