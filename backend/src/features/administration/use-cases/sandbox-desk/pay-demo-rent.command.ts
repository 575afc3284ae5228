import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DemoRentAnswer } from '@tknest/contracts/api';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';

/** Long enough for the sign-in, the closing and two signatures, each in a ledger of its own. */
const PATIENCE_MS = 60_000;

/** Asks the landlord of a property, who lives in the sandbox, to pay rent. */
export class PayDemoRent extends Command<DemoRentAnswer> {
  constructor(readonly propertyId: number) {
    super();
  }
}

/** The simulated landlord uses the platform's API and signs on a phone: nothing is paid here. */
@CommandHandler(PayDemoRent)
export class PayDemoRentHandler implements ICommandHandler<PayDemoRent> {
  private readonly log = new Logger('SandboxDesk');

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws Refused without a sandbox, or if the landlord cannot pay, with the reason */
  async execute({ propertyId }: PayDemoRent): Promise<DemoRentAnswer> {
    const { demoLandlordUrl, production } = this.config;
    if (demoLandlordUrl === null || production) throw new Refused('not-found', 'Not Found');
    const answer = await this.ask(`${demoLandlordUrl}/rent`, { propertyId });
    if (!answer) throw new Refused('unavailable', 'The sandbox is not responding. Please try again in a moment.');
    if (answer.ok) return (await answer.json()) as DemoRentAnswer;
    const { error } = (await answer.json().catch(() => ({}))) as { error?: string };
    throw new Refused(answer.status === 404 ? 'not-found' : 'conflict', error ?? 'The landlord could not pay.');
  }

  private async ask(url: string, body: object): Promise<Response | null> {
    try {
      return await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
        body: JSON.stringify(body),
      });
    } catch (error) {
      this.log.warn({ err: error }, 'The sandbox did not answer');
      return null;
    }
  }
}
