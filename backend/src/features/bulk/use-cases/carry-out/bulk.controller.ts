import { Body, Controller, Headers, HttpStatus, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BulkRequest, type BulkAnswer, type ProposalAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { CarryOutBulk } from './bulk.command.js';

@Controller('api/tokens/bulk')
@Access('admin')
export class BulkController {
  constructor(
    private readonly commands: CommandBus,
    private readonly twoPeople: TwoPeople,
  ) {}

  /** Issues tokens to, or pays RLUSD to, a list: 202 with the result; a preview answers 200 and does nothing. */
  @Post()
  @FreshSignature()
  @RateLimited(LIMITS.paymentStart)
  async carryOut(
    @CurrentSession() session: Session,
    @Body() request: BulkRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<BulkAnswer | ProposalAnswer> {
    response.status(request.preview ? HttpStatus.OK : HttpStatus.ACCEPTED);
    const proposed = request.preview ? null : await this.twoPeople.propose('bulk', { session, request, key });
    if (proposed) return proposed;
    return this.commands.execute(new CarryOutBulk(session, request, key));
  }
}
