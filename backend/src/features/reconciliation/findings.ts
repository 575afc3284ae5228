import { Inject, Injectable } from '@nestjs/common';
import type { ReconciliationEvent } from '@tknest/contracts/events';
import { load } from '#platform/event-store/decider.js';
import {
  EVENT_STORE,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
} from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, openCase, type OpenCase } from '#features/operations-cases/rules.public.js';
import type { Finding } from './judge/verdict.js';

/** The subject of a finding, which is its permanent id. */
export type Subject = Pick<OpenCase, 'subject' | 'paymentId' | 'propertyId' | 'wallet' | 'txHash'>;

/** Opens cases for findings, and records the progress of the continuous comparison. */
@Injectable()
export class Findings {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly recorder: Recorder,
  ) {}

  /** @returns false if it was already reported */
  async report(finding: Finding, subject: Subject): Promise<boolean> {
    const command: OpenCase = { ...finding, ...subject };
    const on = caseFold(caseIdOf(command));
    const { state, revision } = await load(this.store, on);
    const [event] = openCase(command, state);
    return event !== undefined && this.appendNext(on.stream, revision, event);
  }

  /** Records the progress of the comparison. @returns false if another instance was faster */
  note(stream: string, revision: number, event: ReconciliationEvent): Promise<boolean> {
    return this.appendNext(stream, revision, event);
  }

  /**
   * The command's id is derived from its place in the stream, so two instances that append at the same place are one
   * command.
   * @param revision of the stream's last event, -1 where there is none
   */
  private async appendNext(stream: string, revision: number, event: NewEvent): Promise<boolean> {
    const commandId = uuidv5(`reconciliation/${stream}/${revision + 1}`);
    try {
      await this.recorder.append(stream, revision < 0 ? 'none' : revision, [event], { commandId });
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }
}
