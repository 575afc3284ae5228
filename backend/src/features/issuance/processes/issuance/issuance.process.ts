import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '../../../../platform/processes/process-manager.js';
import { IssuanceRunner } from '../../issuance-runner.js';

const LOOK_EVERY_MS = 1_000;

/** Sees every order through, whether or not somebody waits for it. */
@Injectable()
export class IssuanceProcess implements ProcessManager {
  readonly name = 'issuance';
  readonly events = ['TokenIssuanceOrdered'];

  constructor(
    private readonly runner: IssuanceRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.issuanceId;
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    await this.advance(event.data.issuanceId, context);
  }

  async onTimer(timer: Timer, context: ProcessContext): Promise<void> {
    await this.advance(timer.key, context);
  }

  private async advance(key: string, context: ProcessContext): Promise<void> {
    const { phase } = await this.runner.advance(key);
    if (phase !== 'open') return context.cancel(key);
    await context.schedule({ key, dueAt: new Date(this.clock.now().getTime() + LOOK_EVERY_MS) });
  }
}
