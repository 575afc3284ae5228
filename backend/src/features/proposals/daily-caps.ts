import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { CommandReused } from '#platform/event-store/event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { countAct, dayFold, mustFit, releaseAct, type Moved } from './daily-caps.decider.js';

/** Enforces the daily caps on what proposals pay out and issue. If one person may act alone, there are no caps. */
@Injectable()
export class DailyCaps {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'dailyCaps'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused if it exceeds the caps of any day */
  mustFitAlone(moved: Moved): void {
    mustFit(moved, this.config.dailyCaps);
  }

  /** Counts the act toward the day's caps, does it, and subtracts it again if it is refused. @throws Refused */
  async within(proposalId: string, moved: Moved | undefined, act: () => Promise<void>): Promise<void> {
    if (!moved) return act();
    const fold = dayFold(this.clock.now().toISOString().slice(0, 10));
    const caps = this.config.dailyCaps;
    await this.recorder.decide(fold, (state) => countAct(proposalId, moved, caps, state));
    try {
      await act();
    } catch (error) {
      // If the ledger is unavailable, the act is retried, so it stays counted.
      if (error instanceof Refused || error instanceof CommandReused)
        await this.recorder.decide(fold, (state) => releaseAct(proposalId, state));
      throw error;
    }
  }
}
