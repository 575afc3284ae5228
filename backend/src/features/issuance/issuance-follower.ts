import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { CourierService } from '#features/platform-accounts/module.public.js';
import { issuanceFold, type IssuanceState } from './issuance.decider.js';

const LOOK_EVERY_MS = 250;

/** Lets a caller wait for an issuance, which continues whether or not anybody waits. */
@Injectable()
export class IssuanceFollower {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly courier: CourierService,
  ) {}

  /** Advances the issuance until it has ended or the time is up. @returns its state then */
  async followFor(issuanceId: string, ms: number): Promise<IssuanceState> {
    const until = this.clock.now().getTime() + ms;
    for (;;) {
      await this.courier.advance('issuance', issuanceId);
      const { state } = await load(this.store, issuanceFold(issuanceId));
      if (state.phase !== 'open' || this.clock.now().getTime() >= until) return state;
      await this.clock.sleep(LOOK_EVERY_MS);
    }
  }
}
