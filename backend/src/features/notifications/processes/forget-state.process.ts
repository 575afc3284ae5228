import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { NotificationState } from '../notification-state.js';

/** Deletes an erased person's read marks and preferences. */
@Injectable()
export class ForgetStateProcess implements ProcessManager {
  readonly name = 'forget-notification-state';
  readonly events = ['PersonErased'];

  constructor(private readonly state: NotificationState) {}

  lane(event: RecordedEvent): string {
    return event.data.wallet;
  }

  handle(event: RecordedEvent): Promise<void> {
    return this.state.forget(event.data.wallet);
  }
}
