import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CapabilityView, TrustStatusView } from '@tknest/contracts/api';
import { InvalidAmount, parseRlusd, type Micro } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { mustMayAskOf } from '../../own-wallet.js';
import { ShowTrustStatus } from './show-status.query.js';
import { ValidateCapability } from './validate-capability.query.js';

@Controller('api/rlusd')
export class TrustStatusController {
  constructor(private readonly queries: QueryBus) {}

  /** The caller's RLUSD trust line (REQ-2.7.13). */
  @Get('trust-status')
  own(@CurrentSession() session: Session): Promise<TrustStatusView> {
    return this.queries.execute(new ShowTrustStatus(session.wallet));
  }

  /** A wallet's RLUSD trust line: the caller's own, or any for the office (REQ-2.7.11). */
  @Get('trust-status/:wallet')
  of(@CurrentSession() session: Session, @Param('wallet') wallet: string): Promise<TrustStatusView> {
    mustMayAskOf(session, wallet);
    return this.queries.execute(new ShowTrustStatus(wallet));
  }

  /** Lists every obstacle between a wallet and an amount (REQ-2.7.11). */
  @Get('validate-capability/:wallet/:amount')
  capability(
    @CurrentSession() session: Session,
    @Param('wallet') wallet: string,
    @Param('amount') amount: string,
  ): Promise<CapabilityView> {
    mustMayAskOf(session, wallet);
    return this.queries.execute(new ValidateCapability(wallet, amountOf(amount)));
  }
}

const AMOUNT = 'Amount must be a number above 0 with at most 6 decimals';

/** @throws Refused (400) */
function amountOf(text: string): Micro {
  try {
    const amount = parseRlusd(text);
    if (amount > 0n && text.length <= 20) return amount;
  } catch (error) {
    if (!(error instanceof InvalidAmount)) throw error;
  }
  throw new Refused('invalid', AMOUNT, { errors: { amount: [AMOUNT] } });
}
