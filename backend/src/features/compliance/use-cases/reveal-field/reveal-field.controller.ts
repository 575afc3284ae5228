import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RevealFieldRequest, type RevealedField } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { RateLimiter } from '#platform/sessions/rate-limiter.js';
import { RevealField } from './reveal-field.command.js';

@Controller('api/compliance/cases/:id')
@Access('compliance', 'admin')
export class RevealFieldController {
  constructor(
    private readonly commands: CommandBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** One number in full; everywhere else only its last four characters are shown. Counted for each officer. */
  @Post('reveal')
  @HttpCode(200)
  @FreshSignature()
  async reveal(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() { field }: RevealFieldRequest,
  ): Promise<RevealedField> {
    await this.limiter.take(LIMITS.reveals, session.wallet);
    return this.commands.execute(new RevealField(session, id, field));
  }
}
