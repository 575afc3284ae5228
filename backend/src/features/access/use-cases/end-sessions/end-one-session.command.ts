import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionsEndedView } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { SessionService } from '#platform/sessions/session-service.js';

/** Ends one of the caller's other sessions; signing out ends the current one. */
export class EndOneSession extends Command<SessionsEndedView> {
  constructor(
    readonly session: Session,
    /** The id in the answer of `GET /api/sessions`. */
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(EndOneSession)
export class EndOneSessionHandler implements ICommandHandler<EndOneSession> {
  constructor(
    private readonly sessions: SessionService,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused: 404 if it is not an open session of the caller; 409 for the current one */
  async execute({ session, id }: EndOneSession): Promise<SessionsEndedView> {
    const { wallet } = session;
    if (session.id.startsWith(id)) throw new Refused('conflict', 'This is your current session. Sign out instead.');
    if (!(await this.sessions.closeOneOf(wallet, id))) throw new Refused('not-found', 'No such session');
    await this.recorder.append(
      `wallet-${wallet}`,
      'any',
      [{ type: 'SessionsEnded', data: { wallet, sessions: 1, code: 'own', reasonItem: null } }],
      { session },
    );
    return { ended: 1 };
  }
}
