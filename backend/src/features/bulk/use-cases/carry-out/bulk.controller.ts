import { Body, Controller, Headers, HttpStatus, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BulkRequest, type BulkAnswer } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature, type Session } from '../../../../platform/http/access.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { CarryOutBulk } from './bulk.command.js';

@Controller('api/tokens/bulk')
@Access('admin')
export class BulkController {
  constructor(
    private readonly commands: CommandBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** Issues tokens or pays RLUSD by a list: 202 with what it became; a preview is 200 and does nothing. */
  @Post()
  @FreshSignature()
  async carryOut(
    @CurrentSession() session: Session,
    @Body() request: BulkRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<BulkAnswer> {
    await this.limiter.take(LIMITS.paymentStart, session.wallet);
    const answer = await this.commands.execute(new CarryOutBulk(session, request, key));
    response.status(request.preview ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return answer;
  }
}
