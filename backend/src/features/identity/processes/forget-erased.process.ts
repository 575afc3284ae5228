import { Inject, Injectable } from '@nestjs/common';
import type { PersonErased } from '@tknest/contracts/events';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { Eraser } from '../erasure/eraser.js';
import { identityFold } from '../identity.state.js';

/** Destroys an erased person's key in the vault, even if the program ended in between. */
@Injectable()
export class ForgetErasedProcess implements ProcessManager {
  readonly name = 'forget-erased';
  readonly events = ['PersonErased'];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly eraser: Eraser,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.wallet;
  }

  async handle({ data, at }: RecordedEvent): Promise<void> {
    const { wallet, retainedUntil, discarded } = data as PersonErased['data'];
    const { state } = await load(this.store, identityFold(wallet));
    // A person who has applied again since has a newer key.
    if (state.erasure === 'erased')
      await this.eraser.destroy({ wallet, at, retainedUntil, ...(discarded && { discarded }) });
  }
}
