import { Controller, HttpCode, Inject, Logger, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { VerificationProvider } from '@tknest/contracts/events';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { Access, type SessionRequest } from '#platform/http/access.js';
import { isPersonaWebhook, isSumsubWebhook } from '../../providers/webhook-signatures.js';
import { FollowVerification } from '../follow-verification/follow-verification.command.js';

const invalid = () => new Refused('unauthenticated', 'The signature of this webhook is not valid');

/**
 * Webhooks of the providers. They only trigger a query of the provider's API for the state, so a webhook that is lost,
 * duplicated, late or out of order does no harm.
 */
@Controller('api/webhooks')
@Access('public')
export class ProviderWebhooksController {
  private readonly log = new Logger('Verification');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Refused (401 if the signature is wrong, or its time is too far from now) */
  @Post('persona')
  @HttpCode(200)
  persona(@Req() request: SessionRequest): { ok: true } {
    const genuine = isPersonaWebhook({
      secrets: this.config.persona?.webhookSecrets ?? [],
      header: header(request, 'persona-signature'),
      rawBody: request.rawBody ?? Buffer.alloc(0),
      now: this.clock.now(),
    });
    if (!genuine) throw invalid();
    return this.wake('persona', request.body?.data?.attributes?.payload?.data?.id);
  }

  /** @throws Refused (401 if the signature is wrong, or a sandbox calls production) */
  @Post('sumsub')
  @HttpCode(200)
  sumsub(@Req() request: SessionRequest): { ok: true } {
    const genuine = isSumsubWebhook({
      secrets: this.config.sumsub?.webhookSecrets ?? [],
      digest: header(request, 'x-payload-digest'),
      algorithm: header(request, 'x-payload-digest-alg'),
      rawBody: request.rawBody ?? Buffer.alloc(0),
    });
    const body = request.body as { applicantId?: unknown; sandboxMode?: unknown } | undefined;
    if (!genuine || (this.config.production && body?.sandboxMode === true)) throw invalid();
    return this.wake('sumsub', body?.applicantId);
  }

  /** Answers first, because Sumsub waits at most five seconds. If this fails, the reconciler catches up. */
  private wake(provider: VerificationProvider, providerId: unknown): { ok: true } {
    if (typeof providerId === 'string')
      void this.commands
        .execute(new FollowVerification(provider, providerId))
        .catch((error: unknown) => this.log.warn({ err: error }, 'A webhook could not be processed'));
    return { ok: true };
  }
}

const header = (request: SessionRequest, name: string) => request.headers[name] as string | undefined;
