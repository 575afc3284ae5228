import { Module } from '@nestjs/common';
import { IdentityModule } from '#features/identity/module.public.js';
import { EndOneSessionHandler } from './use-cases/end-sessions/end-one-session.command.js';
import { EndSessionsHandler } from './use-cases/end-sessions/end-sessions.command.js';
import { SessionsController } from './use-cases/end-sessions/sessions.controller.js';
import { DemoAccessController } from './use-cases/enter-demo/demo-access.controller.js';
import { ListSessionsHandler } from './use-cases/list-sessions/list-sessions.query.js';
import { SessionController } from './use-cases/show-session/session.controller.js';
import { ShowSessionHandler } from './use-cases/show-session/show-session.query.js';
import { BeginSignInHandler } from './use-cases/sign-in/begin-sign-in.command.js';
import { KnownDevices } from './use-cases/sign-in/known-devices.js';
import { LoginAttempts } from './use-cases/sign-in/login-attempts.js';
import { RedeemSignInHandler } from './use-cases/sign-in/redeem-sign-in.command.js';
import { SignInController } from './use-cases/sign-in/sign-in.controller.js';
import { SignOutHandler } from './use-cases/sign-out/sign-out.command.js';

@Module({
  imports: [IdentityModule],
  controllers: [SignInController, SessionController, SessionsController, DemoAccessController],
  providers: [
    KnownDevices,
    LoginAttempts,
    BeginSignInHandler,
    RedeemSignInHandler,
    SignOutHandler,
    EndSessionsHandler,
    EndOneSessionHandler,
    ListSessionsHandler,
    ShowSessionHandler,
  ],
})
export class AccessModule {}
