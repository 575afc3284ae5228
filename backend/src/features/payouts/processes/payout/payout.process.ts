import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '../../../../platform/processes/process-manager.js';
import { PayoutRunner } from '../../payout-runner.js';

/** Follows payout runs; while one is not done a durable timer looks after it. */
@Injectable()
export class PayoutProcess implements ProcessManager {
  readonly name = 'payout';
  readonly events = ['PayoutRunCreated', 'PayoutRunResumed', 'PayoutBatchReopened'];

  constructor(private readonly runner: PayoutRunner) {}

  lane(event: RecordedEvent): string {
    return event.data.runId;
  }

  /** A long run must not hold up the log's other events: its first step is a timer's. */
  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    await context.schedule({ key: event.data.runId, dueAt: new Date(event.at) });
  }

  async onTimer(timer: Timer, context: ProcessContext): Promise<void> {
    const next = await this.runner.advance(timer.key);
    if (next) await context.schedule({ key: timer.key, dueAt: next });
    else await context.cancel(timer.key);
  }
}
