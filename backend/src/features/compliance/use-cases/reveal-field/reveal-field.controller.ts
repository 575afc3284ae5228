import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RevealFieldRequest, type RevealedField } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { RevealField } from './reveal-field.command.js';

@Controller('api/compliance/cases/:id')
@Access('compliance', 'admin')
export class RevealFieldController {
  constructor(private readonly commands: CommandBus) {}

  /** One number in full; everywhere else only its last four characters are shown. Rate-limited per officer. */
  @Post('reveal')
  @HttpCode(200)
  @FreshSignature()
  @RateLimited(LIMITS.reveals)
  async reveal(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() { field }: RevealFieldRequest,
  ): Promise<RevealedField> {
    return this.commands.execute(new RevealField(session, id, field));
  }
}
