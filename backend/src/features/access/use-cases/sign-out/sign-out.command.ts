import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { SessionService } from '#platform/sessions/session-service.js';
import { LoginAttempts } from '../sign-in/login-attempts.js';

/** Ends a session on the server and forgets its wallet's recent sign-ins, so that none can be redeemed again. */
export class SignOut extends Command<void> {
  constructor(readonly session: Session) {
    super();
  }
}

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly sessions: SessionService,
    private readonly recorder: Recorder,
  ) {}

  async execute({ session }: SignOut): Promise<void> {
    await this.attempts.forget(session.wallet);
    await this.sessions.close(session.id);
    await this.recorder.append(
      `wallet-${session.wallet}`,
      'any',
      [{ type: 'WalletSignedOut', data: { wallet: session.wallet } }],
      { session },
    );
  }
}
