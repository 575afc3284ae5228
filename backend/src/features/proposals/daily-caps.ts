import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { CommandReused, EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Causation } from '#platform/sessions/causation.js';
import { countAct, dayFold, mustFit, releaseAct, type Moved } from './daily-caps.decider.js';

/** Enforces the day's caps on what proposals pay out and issue. If one person acts alone, there are no caps. */
@Injectable()
export class DailyCaps {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'dailyCaps'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused if no day has room for it */
  mustFitAlone(moved: Moved): void {
    mustFit(moved, this.config.dailyCaps);
  }

  /** Takes room for the act, does it, and gives the room back where it is refused. @throws Refused */
  async within(proposalId: string, moved: Moved | undefined, act: () => Promise<void>): Promise<void> {
    if (!moved) return act();
    const fold = dayFold(this.clock.now().toISOString().slice(0, 10));
    const caps = this.config.dailyCaps;
    const context = await this.causation.contextOf({});
    await handleCommand(this.store, fold, (state) => countAct(proposalId, moved, caps, state), context);
    try {
      await act();
    } catch (error) {
      // Where the ledger is away it is tried again: its room stays its own.
      if (error instanceof Refused || error instanceof CommandReused)
        await handleCommand(
          this.store,
          fold,
          (state) => releaseAct(proposalId, state),
          await this.causation.contextOf({}),
        );
      throw error;
    }
  }
}
