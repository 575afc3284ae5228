import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import type { RecordedEvent } from '../../../platform/event-store/event-store.js';
import { OperationProcess } from '../../tokens/operation.public.js';
import { RedemptionRunner } from '../redemption-runner.js';

/** Sees every ordered redemption through. */
@Injectable()
export class RedemptionProcess extends OperationProcess {
  readonly name = 'redemption';
  readonly events = ['TokenRedemptionOrdered'];

  constructor(runner: RedemptionRunner, @Inject(CLOCK) clock: Clock) {
    super(runner, clock);
  }

  lane(event: RecordedEvent): string {
    return event.data.redemptionId;
  }
}
