import { Body, Controller, Get, Headers, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PaymentConfigQuery, SetupAutoPaymentsRequest, type PaymentConfigView } from '@tknest/contracts/api';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { ShowPaymentConfig } from './payment-config.query.js';
import { SetUpAutomation, type AutomationAnswer } from './set-up-automation.command.js';

@Controller('api/property-owner')
export class AutomationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Has the platform collect a property's due installments; `autoPayoutEnabled: false` ends it (REQ-2.7.7). */
  @Post('setup-auto-payments')
  @HttpCode(200)
  @Access('admin')
  setUp(
    @CurrentSession() session: Session,
    @Body() body: SetupAutoPaymentsRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<AutomationAnswer> {
    return this.commands.execute(new SetUpAutomation(session, body, key));
  }

  @Get('payment-config')
  @Access('admin', 'auditor')
  show(@Query() { propertyId }: PaymentConfigQuery): Promise<PaymentConfigView> {
    return this.queries.execute(new ShowPaymentConfig(Number(propertyId)));
  }
}
