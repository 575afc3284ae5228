import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import type { RecordedEvent } from '../../../platform/event-store/event-store.js';
import { OperationProcess } from '../../tokens/operation.public.js';
import { AnchorRunner } from '../anchor-runner.js';

/** Sees every ordered anchor through. */
@Injectable()
export class AnchoringProcess extends OperationProcess {
  readonly name = 'anchoring';
  readonly events = ['AnchorOrdered'];

  constructor(runner: AnchorRunner, @Inject(CLOCK) clock: Clock) {
    super(runner, clock);
  }

  lane(event: RecordedEvent): string {
    return event.data.anchorId;
  }
}
