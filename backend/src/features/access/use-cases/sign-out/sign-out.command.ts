import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { SessionService } from '#platform/sessions/session-service.js';
import { LoginAttempts } from '../sign-in/login-attempts.js';

/** Ends a session at the server; no sign-in of its wallet that is still young can be redeemed again. */
export class SignOut extends Command<void> {
  constructor(readonly session: Session) {
    super();
  }
}

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly attempts: LoginAttempts,
    private readonly sessions: SessionService,
    private readonly causation: Causation,
  ) {}

  async execute({ session }: SignOut): Promise<void> {
    await this.attempts.forget(session.wallet);
    await this.sessions.close(session.id);
    await this.store.append(
      `wallet-${session.wallet}`,
      'any',
      [{ type: 'WalletSignedOut', data: { wallet: session.wallet } }],
      await this.causation.contextOf({ session }),
    );
  }
}
