import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '../../../../platform/processes/process-manager.js';
import { TrustLineEngine } from '../../trust-line.engine.js';

/** The page asks more often; this is for those whose page is gone. A young request is asked about more often. */
const LOOK_MS = { min: 3_000, max: 30_000, ofAge: 1 / 4, submitted: 2_000 };

/** Looks after a request until the line is set, or it never will be, whether or not a page follows it. */
@Injectable()
export class TrustLineProcess implements ProcessManager {
  readonly name = 'trust-line';
  readonly events = ['TrustLineRequested', 'TrustLineSigned'];

  constructor(
    private readonly engine: TrustLineEngine,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.payloadUuid;
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    await this.advance(event.data.payloadUuid, context);
  }

  async onTimer(timer: Timer, context: ProcessContext): Promise<void> {
    await this.advance(timer.key, context);
  }

  private async advance(key: string, context: ProcessContext): Promise<void> {
    const { phase, askedAt } = await this.engine.advance(key);
    if (phase !== 'requested' && phase !== 'submitted') return context.cancel(key);
    const now = this.clock.now().getTime();
    const byAge = (now - askedAt.getTime()) * LOOK_MS.ofAge;
    const wait = phase === 'submitted' ? LOOK_MS.submitted : Math.min(Math.max(byAge, LOOK_MS.min), LOOK_MS.max);
    await context.schedule({ key, dueAt: new Date(now + wait) });
  }
}
