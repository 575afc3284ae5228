import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.public.js';
import { DemoAccessController } from './use-cases/enter-demo/demo-access.controller.js';
import { SessionController } from './use-cases/show-session/session.controller.js';
import { LoginAttempts } from './use-cases/sign-in/login-attempts.js';
import { SignInController } from './use-cases/sign-in/sign-in.controller.js';
import { SignInService } from './use-cases/sign-in/sign-in.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [SignInController, SessionController, DemoAccessController],
  providers: [LoginAttempts, SignInService],
})
export class AccessModule {}
