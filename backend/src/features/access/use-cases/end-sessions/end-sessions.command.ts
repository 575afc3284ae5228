import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionsEndedView } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { SessionService } from '#platform/sessions/session-service.js';
import { LoginAttempts } from '../sign-in/login-attempts.js';

/** Ends sessions of a wallet: all of them for an admin, or all except the caller's current one. */
export class EndSessions extends Command<SessionsEndedView> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
    /** An admin's reason; null if the caller ends their own sessions. */
    readonly reason: string | null,
  ) {
    super();
  }
}

@CommandHandler(EndSessions)
export class EndSessionsHandler implements ICommandHandler<EndSessions> {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly sessions: SessionService,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  async execute({ session, wallet, reason }: EndSessions): Promise<SessionsEndedView> {
    // Recent sign-ins could otherwise still be redeemed.
    await this.attempts.forget(wallet);
    const ended = await this.sessions.closeAllOf(wallet, wallet === session.wallet ? session.id : null);
    if (ended === 0) return { ended };
    const reasonItem = reason === null ? null : await this.vault.put(wallet, 'sessions-ended-reason', { reason });
    const code = reason === null ? 'own' : 'admin';
    await this.recorder.append(
      `wallet-${wallet}`,
      'any',
      [{ type: 'SessionsEnded', data: { wallet, sessions: ended, code, reasonItem } }],
      { session },
    );
    return { ended };
  }
}
