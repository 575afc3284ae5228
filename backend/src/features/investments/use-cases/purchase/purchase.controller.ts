import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  CheckoutRequest,
  InvestmentPaymentRequest,
  PurchaseRequest,
  type PaymentStartedAnswer,
} from '@tknest/contracts/api';
import { feeOf, formatRlusd, parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { FEES_BPS, PAYMENT, LIMITS } from '@tknest/contracts/rules';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { type ListingState } from '#features/listings/rules.public.js';
import { SelectedPropertyId } from '#features/listings/module.public.js';
import { StartPayment } from '#features/payments/module.public.js';
import { mustAgree, mustBe } from '#features/payments/rules.public.js';
import { Marketplace } from '../../marketplace.js';

/** The three ways to buy tokens; they differ in the fee and in how the quantity is given. */
@Controller('api')
export class PurchaseController {
  constructor(
    private readonly marketplace: Marketplace,
    private readonly commands: CommandBus,
  ) {}

  /** A number of tokens, 2.5 % fee on top (REQ-1.7.7). */
  @Post('properties/:id/purchase')
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  async purchase(
    @CurrentSession() session: Session,
    @Param('id', SelectedPropertyId) id: number,
    @Body() body: PurchaseRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    const property = await this.marketplace.propertyFor(session, id);
    return this.buy(session, property, body.tokensToPurchase, FEES_BPS.investment, {
      key,
      input: { call: 'purchase', id, ...body },
    });
  }

  /** The checkout, without a fee (REQ-2.2.2.1). */
  @Post('rlusd/create-payment')
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  async checkout(
    @CurrentSession() session: Session,
    @Body() body: CheckoutRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    mustBeOwn(session, 'walletAddress', body.walletAddress.trim());
    // The holder must be the wallet that pays: tokens are issued to no other wallet.
    mustBeOwn(session, 'tokenHolderId', body.tokenHolderId?.trim());
    const property = await this.marketplace.propertyFor(session, body.propertyId);
    const cost = property.tokenPrice * BigInt(body.tokensRequested);
    mustBe('amount', body.amount, cost);
    return this.buy(session, property, body.tokensRequested, FEES_BPS.checkout, {
      key,
      input: { call: 'create-payment', ...body },
    });
  }

  /** An amount in RLUSD, in whole tokens, 2.5 % fee on top (REQ-1.2.52 /simple-investment). */
  @Post('rlusd/payment')
  @HttpCode(202)
  @RateLimited(LIMITS.paymentStart)
  async invest(
    @CurrentSession() session: Session,
    @Body() body: InvestmentPaymentRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<PaymentStartedAnswer> {
    mustBeOwn(session, 'fromWallet', body.fromWallet?.trim());
    const property = await this.marketplace.propertyFor(session, body.propertyId);
    if (body.toWallet !== undefined && body.toWallet !== property.owner)
      throw new Refused('invalid', `toWallet must be the landlord's wallet ${property.owner}`);
    const amount = parseRlusd(body.amount, 2);
    const tokens = wholeTokens(amount, property.tokenPrice);
    mustAgree(body, amount, feeOf(amount, FEES_BPS.investment));
    return this.buy(session, property, tokens, FEES_BPS.investment, { key, input: { call: 'payment', ...body } });
  }

  private buy(
    session: Session,
    property: ListingState,
    tokens: number,
    feeBps: bigint,
    idempotency: { key: string | undefined; input: unknown },
  ): Promise<PaymentStartedAnswer> {
    return this.commands.execute(
      new StartPayment(
        session,
        {
          kind: 'property_purchase',
          payee: property.owner,
          amount: property.tokenPrice * BigInt(tokens),
          feeBps,
          property: { id: property.propertyId, name: property.name },
          tokens,
          memo: null,
          refund: null,
        },
        idempotency,
      ),
    );
  }
}

/** A wallet named in a call must be the session's. @throws Refused (403) naming the field */
function mustBeOwn(session: Session, field: string, wallet: string | undefined): void {
  if (wallet === undefined || wallet === session.wallet) return;
  throw new Refused('forbidden', 'The wallet must be the one that you are signed in with', {
    errors: { [field]: ['Sign in with this wallet first'] },
  });
}

/** Whole tokens for an amount. @throws Refused naming the price and the nearest amounts */
export function wholeTokens(amount: Micro, price: Micro): number {
  if (amount % price === 0n) return Number(amount / price);
  const below = (amount / price) * price;
  const above = below + price;
  const minimum = parseRlusd(PAYMENT.investment.min);
  const nearest = [below, above]
    .filter((candidate) => candidate >= minimum)
    .map((candidate) => `${formatRlusd(candidate)} RLUSD`);
  throw new Refused('invalid', `One token costs ${formatRlusd(price)} RLUSD: choose ${nearest.join(' or ')}`, {
    tokenPrice: Number(toDecimal(price)),
    nearest: [below, above].filter((c) => c >= minimum).map((c) => Number(toDecimal(c))),
  });
}
