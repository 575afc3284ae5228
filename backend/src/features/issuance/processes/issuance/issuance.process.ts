import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { OperationProcess } from '../../../tokens/operation.public.js';
import { IssuanceRunner } from '../../issuance-runner.js';

/** Sees every order through, whether or not somebody waits for it. */
@Injectable()
export class IssuanceProcess extends OperationProcess {
  readonly name = 'issuance';
  readonly events = ['TokenIssuanceOrdered'];

  constructor(runner: IssuanceRunner, @Inject(CLOCK) clock: Clock) {
    super(runner, clock);
  }

  lane(event: RecordedEvent): string {
    return event.data.issuanceId;
  }
}
