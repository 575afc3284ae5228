import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CaseResolution } from '@tknest/contracts/events';
import { Inject } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { answerCase, caseFold, noteSubject } from '../../case.decider.js';
import { mustBeKnown } from './being-learned-of.js';

/** The note on what was done: its text, or the vault item that contains it already. */
export type Answer = { resolution: CaseResolution } & ({ note: string } | { noteItem: string });

/** An admin resolves a case. The resolution stays in the log forever; the note is in the vault. */
export class ResolveCase extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly caseId: string,
    readonly request: Answer,
    readonly key?: string,
  ) {
    super();
  }
}

@CommandHandler(ResolveCase)
export class ResolveCaseHandler implements ICommandHandler<ResolveCase> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused if there is no such case, it is resolved, or it cannot be answered yet */
  async execute({ session, caseId, request, key }: ResolveCase): Promise<Position> {
    const noteItem = 'noteItem' in request ? request.noteItem : randomUUID();
    const resolution = { resolution: request.resolution, note: null, noteItem };
    const { position } = await this.recorder.decide(
      caseFold(caseId),
      async (state) => {
        await mustBeKnown(this.store, caseId);
        const events = answerCase(caseId, resolution, state);
        if ('note' in request)
          await this.vault.put(noteSubject(caseId, state), 'case-note', { text: request.note }, noteItem);
        return events;
      },
      {
        session,
        idempotencyKey: key,
        input: { call: 'cases/resolve', caseId, request },
      },
    );
    return position;
  }
}
