import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Access, type SessionRequest } from '#platform/http/access.js';
import { Refused } from '#platform/domain/refused.js';
import { isXamanWebhook } from '#platform/wallet-app/webhook-signature.js';
import { HearOfSignature } from './hear-of-signature.command.js';

@Controller('api/webhooks/xaman')
export class XamanWebhookController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Xaman reports that a request was resolved. The message is only a hint: the payload is fetched, and a lost,
   * duplicate or late webhook does no harm.
   */
  @Post()
  @HttpCode(200)
  @Access('public')
  async receive(@Req() request: SessionRequest): Promise<{ ok: true }> {
    const header = (name: string) => request.headers[name] as string | undefined;
    const genuine = isXamanWebhook({
      secret: this.config.xaman.secret,
      timestamp: header('x-xumm-request-timestamp'),
      signature: header('x-xumm-request-signature'),
      rawBody: request.rawBody ?? Buffer.alloc(0),
      now: this.clock.now(),
    });
    if (!genuine) throw new Refused('forbidden', 'The signature of this webhook is not valid');
    const uuid = (request.body as { meta?: { payload_uuidv4?: string } })?.meta?.payload_uuidv4;
    if (typeof uuid === 'string') await this.commands.execute(new HearOfSignature(uuid));
    return { ok: true };
  }
}
