import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { OwnConsentsView } from '@tknest/contracts/api';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { OwnConsents } from './own-consents.query.js';

@Controller('api/kyc/consents')
export class ConsentsController {
  constructor(private readonly queries: QueryBus) {}

  /** The texts to which the caller agreed, with versions and times. */
  @Get()
  mine(@CurrentSession() session: Session): Promise<OwnConsentsView> {
    return this.queries.execute(new OwnConsents(session.wallet));
  }
}
