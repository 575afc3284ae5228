import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AssignTokensRequest, type AssignedView } from '@tknest/contracts/api';
import { Access, CurrentSession, FreshSignature, type Session } from '../../../../platform/http/access.js';
import { AssignTokens } from './assign-tokens.command.js';

@Controller('api/tokens/assign')
@Access('admin')
export class AssignTokensController {
  constructor(private readonly commands: CommandBus) {}

  /** Gives tokens that were issued by hand their place in a property's register, before its loan is open. */
  @Post()
  @HttpCode(200)
  @FreshSignature()
  assign(
    @CurrentSession() session: Session,
    @Body() request: AssignTokensRequest,
    @Headers('idempotency-key') key?: string,
  ): Promise<AssignedView> {
    return this.commands.execute(new AssignTokens(session, request, key));
  }
}
