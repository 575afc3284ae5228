import { Command, Query } from '@nestjs/cqrs';
import type { Session } from './session.js';

/** What a session asks to see, as in its call. */
export abstract class SessionQuery<Asked, Answer> extends Query<Answer> {
  constructor(
    readonly session: Session,
    readonly asked: Asked,
  ) {
    super();
  }
}

/** What a session has done, as in its call: once for each Idempotency-Key. */
export abstract class KeyedCommand<Request, Answer> extends Command<Answer> {
  constructor(
    readonly session: Session,
    readonly request: Request,
    readonly key: string | undefined,
  ) {
    super();
  }
}
