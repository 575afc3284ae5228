import { Body, Controller, Headers, HttpStatus, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AssignTokensRequest, type AssignedView, type ProposalAnswer } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { AssignTokens } from './assign-tokens.command.js';

@Controller('api/tokens/assign')
@Access('admin')
export class AssignTokensController {
  constructor(
    private readonly commands: CommandBus,
    private readonly twoPeople: TwoPeople,
  ) {}

  /** Assigns manually issued tokens to a property's register, before its loan opens. */
  @Post()
  @FreshSignature()
  async assign(
    @CurrentSession() session: Session,
    @Body() request: AssignTokensRequest,
    @Res({ passthrough: true }) response: Response,
    @Headers('idempotency-key') key?: string,
  ): Promise<AssignedView | ProposalAnswer> {
    const proposed = await this.twoPeople.propose('token-assignment', { session, request, key });
    response.status(proposed ? HttpStatus.ACCEPTED : HttpStatus.OK);
    return proposed ?? this.commands.execute(new AssignTokens(session, request, key));
  }
}
