import type { Clock } from '../../../platform/clock/clock.js';
import type { RecordedEvent } from '../../../platform/event-store/event-store.js';
import type { ProcessContext, ProcessManager, Timer } from '../../../platform/processes/process-manager.js';

/** Advances one operation at a time in this process; durable timers stand behind it. */
export class OperationRunner<State extends { phase: string }> {
  private readonly running = new Map<string, Promise<State>>();

  constructor(private readonly engine: { advance(id: string): Promise<State> }) {}

  /** @throws LedgerUnavailable */
  advance(id: string): Promise<State> {
    const under = this.running.get(id);
    if (under) return under;
    const work = this.engine.advance(id).finally(() => this.running.delete(id));
    this.running.set(id, work);
    return work;
  }
}

const LOOK_EVERY_MS = 1_000;

/** Sees every ordered operation of a kind through, whether or not somebody waits for it. */
export abstract class OperationProcess implements ProcessManager {
  abstract readonly name: string;
  abstract readonly events: readonly string[];

  constructor(
    private readonly runner: Pick<OperationRunner<{ phase: string }>, 'advance'>,
    private readonly clock: Clock,
  ) {}

  abstract lane(event: RecordedEvent): string;

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    await this.advance(this.lane(event), context);
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
