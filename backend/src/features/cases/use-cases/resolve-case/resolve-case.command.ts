import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ResolveCaseRequest } from '@tknest/contracts/api';
import { handleCommand } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '../../../../platform/event-store/event-store.js';
import type { Session } from '../../../../platform/http/access.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { caseFold, resolveCase } from '../../case.decider.js';

/** An admin says what was done about a case; it stays in the log for ever. */
export class ResolveCase extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly caseId: string,
    readonly request: ResolveCaseRequest,
    readonly key?: string,
  ) {
    super();
  }
}

@CommandHandler(ResolveCase)
export class ResolveCaseHandler implements ICommandHandler<ResolveCase> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused where there is no such case, or it is resolved */
  async execute({ session, caseId, request, key }: ResolveCase): Promise<Position> {
    const { position } = await handleCommand(
      this.store,
      caseFold(caseId),
      (state) => resolveCase(caseId, request, state),
      await this.causation.contextOf({
        session,
        idempotencyKey: key,
        input: { call: 'cases/resolve', caseId, request },
      }),
    );
    return position;
  }
}
